import type { TFunction } from 'i18next';
import type { ActionRequest, LeavingChoice, Verb } from '../action/request';
import type { Row, Settings } from '../api/client';
import { countText, formatNumber } from '../texts/format';
import type { ListAddress } from './address';
import type { BulkScope } from './bulk';
import type { ListDeclaration, Narrowing } from './declaration';
import { onlyGone } from './gone';

type Translate = TFunction;

/** The fields of the chosen class or teacher that calls understand; what is shown of it is for the eye alone. */
export function callScope(
  list: Pick<ListDeclaration, 'narrowedBy'>,
  address: Pick<ListAddress, 'scope'>,
): Record<string, string> {
  if (!list.narrowedBy) return {};
  const { [list.narrowedBy.id]: _shown, ...fields } = address.scope;
  return fields;
}

function question(list: ListDeclaration, t: Translate, name: string, item = ''): string {
  // A kind may have a sentence of its own; without one the common sentence takes the kind's noun.
  return t([`kinds.${list.id}.questions.${name}`, `questions.${name}`], {
    noun: t(`kinds.${list.id}.noun`),
    people: t(`kinds.${list.id}.people`, { defaultValue: '' }),
    item,
  });
}

/** The first line of a question: how much of what is on screen, or more, the action is about. */
function said(scope: BulkScope, settings: Settings, t: Translate): string[] {
  const number = (n: number) => formatNumber(n);
  if (scope.of === 'chosen') return [t('confirm.scope_chosen', { n: number(scope.names.length) })];
  if (scope.of === 'matching') {
    return [t('confirm.scope_matching', { n: countText(scope.rows, scope.more === true) })];
  }
  if (scope.of === 'gone') {
    return [t('confirm.scope_gone', { n: number(scope.rows), source: settings.source_name })];
  }
  if (scope.of === 'all') return [];
  return scope.more === null
    ? [t('confirm.scope_whole')]
    : [t('confirm.scope_more', { n: number(scope.more) })];
}

/** The members of a call's body that name the rows which it is about, beside the chosen class or teacher. */
function selected(scope: BulkScope, { tab, q, filters }: ListAddress): Record<string, unknown> {
  if (scope.of === 'chosen') {
    return tab === 'source' ? { keys: [...scope.names] } : { ids: scope.names.map(Number) };
  }
  if (scope.of === 'matching' && scope.keys) return { keys: [...scope.keys] };
  if (scope.of !== 'matching' && scope.of !== 'gone') return {};
  const { missing, ...others } = filters;
  return { ...others, ...(missing ? { missing: true } : {}), ...(q ? { q } : {}) };
}

/** What is asked and sent for many rows: for all, for those that search and filters leave, or for those that are chosen. */
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
  const notes = said(scope, settings, t);
  const gone = verb === 'leave' || (verb === 'unenroll' && onlyGone(address));
  const body = { ...selected(scope, address), ...(gone ? { missing: true } : {}) };
  const { narrowedBy } = list;
  if (narrowedBy) {
    // A source that is read as a whole is synced as a whole: it is said plainly that every teacher is meant.
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
  const leaving = leavingBy(verb, gone);
  const { answerIn } = call;
  const { pageOf } = list;
  return { verb, call, body, notes, leaving, answerIn, pageOf, question: question(list, t, name) };
}

/** What the person may choose where people leave a class. Rows that the source still lists stay in any case. */
function leavingBy(verb: Verb, gone: boolean): LeavingChoice | undefined {
  if (verb !== 'leave' && verb !== 'unenroll') return undefined;
  return gone ? { remove: false } : {};
}

/** What is asked and sent for one place that the source lists no more. */
function requestToLeave(list: ListDeclaration, row: Row, t: Translate): ActionRequest | null {
  const call = list.verbs.leave?.all;
  if (!call) return null;
  return {
    verb: 'leave',
    call,
    body: { ids: [row.id], missing: true },
    notes: [t('confirm.scope_one', { item: list.place?.(row) ?? list.label(row) })],
    leaving: leavingBy('leave', true),
    question: question(list, t, 'leave'),
  };
}

/** What is asked and sent for one row. */
export function requestForOne(
  list: ListDeclaration,
  verb: Verb,
  row: Row,
  settings: Settings,
  t: Translate,
): ActionRequest | null {
  if (verb === 'leave') return requestToLeave(list, row, t);
  const call = list.verbs[verb]?.one;
  if (!call) return null;
  const body: Record<string, unknown> = { [list.key]: row[list.key] };
  for (const field of list.oneFields ?? []) {
    if (row[field] !== undefined && row[field] !== null) body[field] = row[field];
  }
  const item = list.label(row);
  const asked = {
    verb,
    call,
    body,
    leaving: leavingBy(verb, false),
    answerIn: call.answerIn,
    pageOf: list.pageOf,
  };
  if (verb === 'delete') {
    const notes = [onlyDashboard(settings, t), t('confirm.undo_for')];
    return { ...asked, notes, question: question(list, t, 'delete_one', item) };
  }
  const name = verb === 'export' ? 'export_one' : verb;
  const notes = [t('confirm.scope_one', { item })];
  if (verb === 'enroll' && row.enroll === 'ditangguhkan') notes.push(t('leaving.reactivates'));
  return { ...asked, notes, question: question(list, t, name, item) };
}

function onlyDashboard(settings: Settings, t: Translate): string {
  return t('confirm.only_dashboard', { source: settings.source_name, platform: settings.platform_name });
}

/** How a choice is called on screen: what the eye knows it by first, as the dropdown lists the options so. */
export function scopeLabel(narrowing: Pick<Narrowing, 'id' | 'told'>, scope: Record<string, string>): string {
  const shown = scope[narrowing.id] ?? '';
  const told = narrowing.told
    .map((field) => scope[field])
    .filter(Boolean)
    .join(' ');
  return told && told !== shown ? `${shown} · ${told}` : shown;
}
