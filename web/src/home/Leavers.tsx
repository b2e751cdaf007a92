import { Anchor, Text } from '@mantine/core';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { assumedSettings, settingsQuery } from '../api/settings';
import { readAddress } from '../list/address';
import type { ListDeclaration } from '../list/declaration';
import { rowsQuery } from '../list/useListRows';
import { formatNumber } from '../texts/format';
import type { Line } from './standing';

/** Those whom the source lists no more, and who are still active on the platform. */
const leavers = { missing: 'true', enroll: 'sudah' };

/** People who have left a class at the source and not on the platform: a line for each kind, which leads to their rows. */
export function Leavers({ lines }: { lines: readonly Line[] }) {
  return lines
    .filter(({ list, standing }) => list.verbs.leave && standing.missing > 0)
    .map(({ list }) => <LeaversOf key={list.id} list={list} />);
}

function LeaversOf({ list }: { list: ListDeclaration }) {
  const { t, i18n } = useTranslation();
  const { data: settings = assumedSettings } = useQuery(settingsQuery);
  // The page that the link leads to, so that its number and this one are the same.
  const search = list.defaultTab === 'dashboard' ? leavers : { ...leavers, tab: 'dashboard' };
  const { data } = useQuery(rowsQuery(list, readAddress(list, search)));
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <Text size="sm" mt="sm" role="status" className="state-text" data-state="berubah">
      <IconUserMinus size={15} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
      {t('leaving.home', {
        n: formatNumber(count, i18n.language),
        people: t(`kinds.${list.id}.people`),
        platform: settings.platform_name,
      })}{' '}
      <Anchor component={Link} to={list.path} search={search as never} size="sm">
        {t('leaving.home_see')}
      </Anchor>
    </Text>
  );
}
