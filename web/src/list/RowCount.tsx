import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { summaryQuery } from '../api/summary';
import { formatNumber } from '../texts/format';
import type { ListAddress } from './address';
import { isFiltered } from './bulk';
import type { ListDeclaration } from './declaration';

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  /** The number of lines, as text and as a number. */
  n: string;
  count: number;
}

/** The number of rows; of people also that of their enrolments, unless a search or filter is set. */
export function RowCount({ list, address, n, count }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(summaryQuery);
  if (!list.ofPeople) return t('list.rows', { n, count });
  const rows = Array.isArray(data) ? data.find(({ kind }) => kind === list.id)?.enrolments : null;
  const people = t('people.count', { n, count });
  if (!rows || isFiltered(address)) return people;
  return `${people} · ${t('people.rows', { n: formatNumber(rows), count: rows })}`;
}
