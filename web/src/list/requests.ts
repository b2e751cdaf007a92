import type { TFunction } from 'i18next';
import type { ActionRequest, Verb } from '../action/request';
import type { ActionCall, Row, Settings } from '../api/client';
import { classParameter, type ListAddress } from './address';
import type { ListDeclaration } from './declaration';

type Translate = TFunction;

/** The fields of the chosen class that calls understand; its id is for the eye alone. */
export function callScope(address: Pick<ListAddress, 'scope'>): Record<string, string> {
  const { [classParameter]: _shown, ...fields } = address.scope;
  return fields;
}

function question(list: ListDeclaration, t: Translate, name: string, item = ''): string {
  // A kind may have a sentence of its own; without one the common sentence takes the kind's noun.
  return t([`kinds.${list.id}.questions.${name}`, `questions.${name}`], {
    noun: t(`kinds.${list.id}.noun`),
    item,
  });
}

/** What is asked and sent for all rows, or for those that are chosen. */
export function requestForAll(
  list: ListDeclaration,
  verb: Verb,
  address: ListAddress,
  chosen: readonly string[],
  settings: Settings,
  t: Translate,
): ActionRequest | null {
  const call: ActionCall | undefined = list.verbs[verb]?.all;
  if (!call) return null;
  const notes: string[] = [];
  const body: Record<string, unknown> = {};
  if (chosen.length > 0) {
    if (address.tab === 'source') body.keys = [...chosen];
    else body.ids = chosen.map(Number);
    notes.push(t('confirm.scope_chosen', { n: chosen.length }));
  }
  if (list.byClass) {
    // "Delete all" has no class in its call, so it is said plainly that it means every class.
    const limited = verb !== 'delete' && Object.keys(address.scope).length > 0;
    if (limited) Object.assign(body, callScope(address));
    if (chosen.length === 0) {
      notes.push(
        limited
          ? t('confirm.scope_class', { item: classLabel(address.scope) })
          : t('confirm.scope_all_classes'),
      );
    }
  }
  if (verb === 'delete') notes.push(onlyDashboard(settings, t));
  const name = verb === 'delete' ? 'delete_all' : verb;
  return { verb, call, body, notes, question: question(list, t, name) };
}

/** What is asked and sent for one row. */
export function requestForOne(
  list: ListDeclaration,
  verb: Verb,
  row: Row,
  settings: Settings,
  t: Translate,
): ActionRequest | null {
  const call: ActionCall | undefined = list.verbs[verb]?.one;
  if (!call) return null;
  const body: Record<string, unknown> = { [list.key]: row[list.key] };
  for (const field of list.oneFields ?? []) {
    if (row[field] !== undefined && row[field] !== null) body[field] = row[field];
  }
  const item = list.label(row);
  if (verb === 'delete') {
    return {
      verb,
      call,
      body,
      notes: [onlyDashboard(settings, t)],
      question: question(list, t, 'delete_one', item),
    };
  }
  const name = verb === 'export' ? 'export_one' : verb;
  return { verb, call, body, notes: [t('confirm.scope_one', { item })], question: question(list, t, name) };
}

function onlyDashboard(settings: Settings, t: Translate): string {
  return t('confirm.only_dashboard', { source: settings.source_name, platform: settings.platform_name });
}

/** How a class is called on screen: its id first, as the dropdown lists them by it. */
export function classLabel(scope: Record<string, string>): string {
  const { [classParameter]: id, program_id: _program, ...names } = scope;
  const told = Object.values(names).filter(Boolean).join(' ');
  return told && told !== id ? `${id} · ${told}` : (id ?? '');
}
