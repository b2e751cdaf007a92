import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobRow } from '../api/client';
import type { ChosenRow } from '../home/comparison';
import { isFixable } from '../home/comparison';
import type { SelectedRows } from '../list/tableTypes';
import { onDemand } from '../message/onDemand';
import { formatNumber } from '../texts/format';

const ResendDialog = onDemand(() => import('../home/ResendDialog').then((module) => module.ResendDialog));

/** True for a row of a comparison that another export or enrolment settles. */
export function isSentAgain({ kind, row, outcome }: JobRow): boolean {
  return kind !== null && row !== null && isFixable(outcome);
}

/** A unique name of a row of a comparison: its kind, its key and the outcome. */
export function idOfRow({ kind, row, key, outcome }: JobRow): string {
  return [kind, row ?? key, outcome].join(' ');
}

function rowOf(id: string): ChosenRow {
  const [kind = '', row = ''] = id.split(' ');
  return { kind, row };
}

interface Props {
  selected: SelectedRows;
  onSent: () => void;
}

/** Sends the selected rows of a comparison again, after the question; without a selection all that differ. */
export function ResendButton({ selected, onSent }: Props) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const rows = Object.keys(selected).map(rowOf);
  return (
    <>
      <Button size="xs" variant={rows.length > 0 ? 'filled' : 'default'} onClick={() => setOpen(true)}>
        {rows.length > 0
          ? t('comparison.again_chosen', { n: formatNumber(rows.length, i18n.language) })
          : t('comparison.again')}
      </Button>
      {open && (
        <ResendDialog {...(rows.length > 0 ? { rows } : {})} onClose={() => setOpen(false)} onSent={onSent} />
      )}
    </>
  );
}
