import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReasonGroup } from '../api/client';
import { formatNumber } from '../texts/format';

interface Props {
  groups: readonly ReasonGroup[];
  /** The reason that filters the rows. */
  selected: string | undefined;
  onChoose: (reason: string | undefined) => void;
}

/** The reasons of failed rows, each with its number of rows. A click filters by it; another click shows all. */
export function ReasonGroups({ groups, selected, onChoose }: Props) {
  const { t, i18n } = useTranslation();
  if (groups.length === 0) return null;
  return (
    <ul className="reasons" aria-label={t('jobs.reasons')}>
      {groups.map(({ reason, text, rows }) => (
        <li key={reason}>
          <UnstyledButton
            className="reason"
            aria-pressed={reason === selected}
            onClick={() => onChoose(reason === selected ? undefined : reason)}
          >
            <strong>{t('jobs.reason_rows', { n: formatNumber(rows, i18n.language) })}</strong>: {text}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
