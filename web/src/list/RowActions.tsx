import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Verb } from '../action/request';
import type { Row } from '../api/client';
import { useMayChange } from '../session/session';
import type { ListDeclaration, ListTab } from './declaration';
import { personOf, rowIds } from './people';
import { type RowEntry, RowMenu } from './RowMenu';

interface Props {
  list: ListDeclaration;
  tab: ListTab;
  row: Row;
  as: 'icons' | 'menu';
  onVerb: (verb: Verb, row: Row) => void;
}

/** True if the rows of this tab have actions besides their state buttons. */
function hasRowActions(list: ListDeclaration, tab: ListTab): boolean {
  if (tab === 'source') return list.verbs.sync?.one !== undefined;
  return list.editable === true || list.verbs.delete?.one !== undefined;
}

/** The renderer of a tab's row actions; empty if there are none, or for viewers. */
export function useRowActions(
  list: ListDeclaration,
  tab: ListTab,
  onVerb: (verb: Verb, row: Row) => void,
): { actions?: (row: Row, as: 'icons' | 'menu') => ReactNode } {
  const mayChange = useMayChange();
  const actions = useCallback(
    (row: Row, as: 'icons' | 'menu') => (
      <RowActions list={list} tab={tab} row={row} as={as} onVerb={onVerb} />
    ),
    [list, tab, onVerb],
  );
  return mayChange && hasRowActions(list, tab) ? { actions } : {};
}

/** The code of enrolments that the source no longer lists and that are active on the platform. */
const leftBehind = 'attention_left_behind';

/** True for a person who was enrolled and is no longer listed by the source. */
function hasLeft(list: ListDeclaration, row: Row): boolean {
  const { missing_since, enroll } = row;
  if (list.ofPeople && personOf(row).attention.some(({ code }) => code === leftBehind)) return true;
  return Boolean(missing_since) && enroll !== 'belum';
}

/** The actions of a row: sync it again from the source, or edit, unenrol or delete it in the dashboard. */
function RowActions({ list, tab, row, as, onVerb }: Props) {
  const { t } = useTranslation();
  const item = list.label(row);
  const entries: RowEntry[] = [];
  if (tab === 'source' && list.verbs.sync?.one) {
    entries.push({
      label: t('actions.sync_one'),
      name: `${t('actions.sync_one')}: ${item}`,
      Icon: IconRefresh,
      onClick: () => onVerb('sync', row),
    });
  }
  if (tab === 'dashboard' && list.verbs.leave && hasLeft(list, row)) {
    entries.push({
      label: t('actions.leave'),
      name: t('actions.leave_one', { item }),
      Icon: IconUserMinus,
      onClick: () => onVerb('leave', row),
    });
  }
  if (tab === 'dashboard' && list.editable) {
    entries.push({
      label: t('list.edit'),
      name: `${t('list.edit')} ${item}`,
      Icon: IconPencil,
      to: `${list.path}/${encodeURIComponent(String(rowIds(list, row)[0]))}/update`,
    });
  }
  if (tab === 'dashboard' && list.verbs.close?.one) {
    entries.push({
      label: t('actions.close'),
      name: t('actions.close_one', { item }),
      Icon: IconEyeOff,
      onClick: () => onVerb('close', row),
    });
  }
  if (tab === 'dashboard' && list.verbs.delete?.one) {
    entries.push({
      label: t('actions.delete'),
      name: t('actions.delete_one', { item }),
      Icon: IconTrash,
      danger: true,
      onClick: () => onVerb('delete', row),
    });
  }
  return <RowMenu item={item} as={as} entries={entries} />;
}
