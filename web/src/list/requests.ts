import type { TFunction } from 'i18next';
import type { ActionRequest, LeavingChoice, Verb } from '../action/request';
import type { Row, Settings } from '../api/client';
import { countText, formatNumber } from '../texts/format';
import type { ListAddress } from './address';
import type { ListDeclaration, Narrowing } from './declaration';
import { showsOnlyMissing } from './missing';
import { personOf, rowIds } from './people';

type Translate = TFunction;

/** The rows that an action from the top of a list affects. */
export type BulkScope =
  /** All rows of the kind, or of the chosen class or teacher. */
  | { of: 'all' }
  /** The selected rows. */
  | { of: 'chosen'; names: readonly string[]; people?: number }
  /**
   * The rows that match search and filters; `more` if they were not all counted. The dashboard's calls take search and
   * filters; source rows are named by key.
   */
  | { of: 'matching'; rows: number; more?: boolean; keys?: readonly string[] }
  /** All rows, although the screen shows fewer. `more` is the number of hidden rows; null if unknown. */
  | { of: 'all despite'; more: number | null }
  /** The matching rows on all pages that the source no longer lists. */
  | { of: 'missing'; rows: number };

/** The call parameters of the chosen class or teacher, without its display name. */
export function callScope(
  list: Pick<ListDeclaration, 'narrowedBy'>,
  address: Pick<ListAddress, 'scope'>,
): Record<string, string> {
  if (!list.narrowedBy) return {};
  const { [list.narrowedBy.id]: _shown, ...fields } = address.scope;
  return fields;
}

function question(list: ListDeclaration, t: Translate, name: string, item = ''): string {
  // A kind may have its own sentence; otherwise the common sentence with the kind's noun applies.
  return t([`kinds.${list.id}.questions.${name}`, `questions.${name}`], {
    noun: t(`kinds.${list.id}.noun`),
    people: t(`kinds.${list.id}.people`, { defaultValue: '' }),
    item,
  });
}

/** The first note of a question: how many of the visible rows, or how many more, the action affects. */
function scopeNotes(list: ListDeclaration, scope: BulkScope, settings: Settings, t: Translate): string[] {
  const number = (n: number) => formatNumber(n);
  if (list.ofPeople) {
    const { source_name: source } = settings;
    if (scope.of === 'chosen') {
      const rows = scope.names.length;
      return [t('people.scope_chosen', { n: number(scope.people ?? 0), rows: number(rows) })];
    }
    if (scope.of === 'matching') {
      return [t('people.scope_matching', { n: countText(scope.rows, scope.more === true) })];
    }
    if (scope.of === 'missing') return [t('people.scope_gone', { n: number(scope.rows), source })];
  }
  if (scope.of === 'chosen') return [t('confirm.scope_chosen', { n: number(scope.names.length) })];
  if (scope.of === 'matching') {
    return [t('confirm.scope_matching', { n: countText(scope.rows, scope.more === true) })];
  }
  if (scope.of === 'missing') {
    return [t('confirm.scope_gone', { n: number(scope.rows), source: settings.source_name })];
  }
  if (scope.of === 'all') return [];
  return scope.more === null
    ? [t('confirm.scope_whole')]
    : [t('confirm.scope_more', { n: number(scope.more) })];
}

/** The body fields that select rows, besides the chosen class or teacher. */
function selectionBody(scope: BulkScope, { tab, q, filters }: ListAddress): Record<string, unknown> {
  if (scope.of === 'chosen') {
    return tab === 'source' ? { keys: [...scope.names] } : { ids: scope.names.map(Number) };
  }
  if (scope.of === 'matching' && scope.keys) return { keys: [...scope.keys] };
  if (scope.of !== 'matching' && scope.of !== 'missing') return {};
  const { missing, ...others } = filters;
  return { ...others, ...(missing ? { missing: true } : {}), ...(q ? { q } : {}) };
}

/** The request for many rows: all, the matching, or the selected ones. */
export function requestForAll(
  list: ListDeclaration,
  verb: Verb,
  address: ListAddress,
  scope: BulkScope,
  settings: Settings,
  t: Translate,
): ActionRequest | null {
  const call = list.verbs[verb]?.all;
  if (!call) return null;
  const notes = scopeNotes(list, scope, settings, t);
  const onlyMissing = verb === 'leave' || (verb === 'unenroll' && showsOnlyMissing(address));
  const body = { ...selectionBody(scope, address), ...(onlyMissing ? { missing: true } : {}) };
  const { narrowedBy } = list;
  if (narrowedBy) {
    // A source list that is read as a whole is synced as a whole, so a note says that every teacher is affected.
    const limited = !(verb === 'sync' && !narrowedBy.required) && Object.keys(address.scope).length > 0;
    if (limited) Object.assign(body, callScope(list, address));
    if (scope.of !== 'chosen' && scope.of !== 'matching') {
      notes.push(
        limited
          ? t(`${narrowedBy.id}_filter.scope_one`, { item: scopeLabel(narrowedBy, address.scope) })
          : t(`${narrowedBy.id}_filter.scope_all`),
      );
    }
  }
  if (verb === 'delete') {
    const left = (list.dependents ?? []).map((kind) => t(`kinds.${kind}.many`));
    if (left.length > 0) notes.push(t('confirm.dependents', { kinds: left.join(', ') }));
    notes.push(onlyDashboard(settings, t), t('confirm.undo_for'));
  }
  const name = verb === 'delete' ? 'delete_all' : verb;
  const leaving = leavingChoice(verb, onlyMissing);
  const { answerIn } = call;
  const { pageOf, enrolmentOf } = list;
  return {
    verb,
    call,
    body,
    notes,
    leaving,
    answerIn,
    pageOf,
    enrolmentOf,
    question: question(list, t, name),
  };
}

/** The user's options for people who leave a class. Rows that the source still lists are never deleted. */
function leavingChoice(verb: Verb, onlyMissing: boolean): LeavingChoice | undefined {
  if (verb !== 'leave' && verb !== 'unenroll') return undefined;
  return onlyMissing ? { remove: false } : {};
}

/** The request to unenrol one row that the source no longer lists. */
function requestToLeave(list: ListDeclaration, row: Row, item: string, t: Translate): ActionRequest | null {
  const call = list.verbs.leave?.all;
  if (!call) return null;
  return {
    verb: 'leave',
    call,
    body: { ids: rowIds(list, row), missing: true },
    subject: item,
    notes: [t('confirm.scope_one', { item })],
    leaving: leavingChoice('leave', true),
    question: question(list, t, 'leave'),
  };
}

/** The request for one row. `name` is the name for the row's code, if a column has `names`. */
export function requestForOne(
  list: ListDeclaration,
  verb: Verb,
  row: Row,
  settings: Settings,
  t: Translate,
  name?: string,
): ActionRequest | null {
  const subject = list.fullName?.(row, name) ?? list.label(row);
  if (verb === 'leave') return requestToLeave(list, row, subject, t);
  const call = list.verbs[verb]?.one;
  if (!call) return null;
  const body: Record<string, unknown> = { [list.key]: row[list.key] };
  for (const field of list.rowCallFields ?? []) {
    if (row[field] !== undefined && row[field] !== null) body[field] = row[field];
  }
  const item = list.label(row);
  const scope = t('confirm.scope_one', { item: subject });
  const request = {
    verb,
    call,
    body,
    subject,
    leaving: leavingChoice(verb, false),
    answerIn: call.answerIn,
    pageOf: list.pageOf,
    enrolmentOf: list.enrolmentOf,
  };
  if (verb === 'delete') {
    const notes = [onlyDashboard(settings, t), t('confirm.undo_for')];
    // The question names the row as the specification has it, which for an enrolment is the person alone.
    if (list.ofPeople) notes.unshift(allClasses(row, t));
    else if (list.narrowedBy?.id === 'class') notes.unshift(t('confirm.other_classes'));
    if (subject !== item) notes.unshift(scope);
    return { ...request, notes, question: question(list, t, 'delete_one', item) };
  }
  const notes = [scope];
  if (list.ofPeople && verb !== 'export') notes.push(allClasses(row, t));
  if (verb === 'enroll' && row.enroll === 'ditangguhkan') notes.push(t('leaving.reactivates'));
  return { ...request, notes, question: question(list, t, verb === 'export' ? 'export_one' : verb, item) };
}

/** An action on a person is for all classes. */
function allClasses(row: Row, t: Translate): string {
  const { length } = personOf(row).rows;
  return t('people.all_classes', { n: formatNumber(length) });
}

function onlyDashboard(settings: Settings, t: Translate): string {
  return t('confirm.only_dashboard', { source: settings.source_name, platform: settings.platform_name });
}

/** The label of a choice. Its display name comes first, as in the dropdown's order. */
export function scopeLabel(
  narrowing: Pick<Narrowing, 'id' | 'details'>,
  scope: Record<string, string>,
): string {
  const shown = scope[narrowing.id] ?? '';
  const details = narrowing.details
    .map((field) => scope[field])
    .filter(Boolean)
    .join(' ');
  return details && details !== shown ? `${shown} · ${details}` : shown;
}
