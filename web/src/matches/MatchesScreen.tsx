import { Group, NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import type { Candidate, Match } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { kinds, kindsInUse } from '../kinds/kinds';
import { isPerson } from '../kinds/pages';
import { type ListAddress, listQuery, readAddress, writeAddress } from '../list/address';
import { ListMessage, NextStep } from '../list/ListStates';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import { Paging } from '../list/Paging';
import { useLastPage } from '../list/useLastPage';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { MatchCard } from './MatchCard';
import classes from './Matches.module.css';
import { chooseRequest, loadMatches } from './matches';

const route = getRouteApi('/app/cocokkan');
const plain = {
  defaultTab: 'dashboard',
  filters: [{ field: 'kind', options: kinds.map(({ list }) => list.id) }],
} as const;
const idOf = ({ kind, key }: Match) => `${kind} ${key}`;
const noMatches: Match[] = [];

/** People without an account because one on the platform may be theirs: an administrator chooses it. */
export function MatchesScreen() {
  const { t } = useTranslation();
  const ask = useConfirm();
  const navigate = useNavigate();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const platform = settings.platform_name;
  const address = readAddress(plain, route.useSearch());
  const go = (next: Partial<ListAddress>, replace = false) => {
    const search = writeAddress(plain, { ...address, ...next }) as never;
    void navigate({ to: '/cocokkan', search, replace });
  };
  const query = listQuery(address);
  const found = useQuery({
    queryKey: ['list', 'matches', query],
    queryFn: ({ signal }) => loadMatches(query, signal),
    placeholderData: keepPreviousData,
  });
  const total = useLastPage(found, address, (page) => go({ page }, true));
  const matches = found.data?.data ?? noMatches;
  const { list, onChosen } = useFocusOnNext(matches);
  const retry = () => void found.refetch();
  const peopleInUse = kindsInUse(settings).filter(({ list }) => isPerson(list.id));

  return (
    <>
      <PageHeader title={t('titles.matches', { platform })} back />
      <Group justify="space-between" gap="xs" mb="sm">
        <Text size="sm" c="dimmed" maw={640}>
          {t('matches.about', { platform })}
        </Text>
        <NativeSelect
          size="xs"
          className="list-filter"
          aria-label={t('log.kind')}
          value={address.filters.kind ?? ''}
          data={[
            { value: '', label: `${t('log.kind')}: ${t('list.all').toLowerCase()}` },
            ...peopleInUse.map((kind) => ({
              value: kind.list.id,
              label: t(`kinds.${kind.list.id}.data`),
            })),
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            go({ page: 0, filters: value ? { kind: value } : {} });
          }}
        />
      </Group>
      {found.isError && found.data && <StaleAlert error={found.error} onRetry={retry} />}
      {content()}
    </>
  );

  function content() {
    if (found.isError && !found.data) return <LoadFailed error={found.error} onRetry={retry} />;
    if (found.data && total === 0 && !found.isPlaceholderData) return emptyMessage();
    // A page behind the last one is empty too, until the last one has loaded.
    if (matches.length === 0) return <Skeleton height={220} label={t('list.loading')} />;
    return (
      <>
        <ul
          ref={list}
          className={classes.cards}
          aria-label={t('titles.matches', { platform })}
          aria-busy={found.isPlaceholderData}
        >
          {matches.map((match) => (
            <MatchCard
              key={idOf(match)}
              match={match}
              platform={platform}
              onChoose={(candidate: Candidate) =>
                ask(chooseRequest(match, candidate, platform, t), () => onChosen(match))
              }
            />
          ))}
        </ul>
        <Paging
          page={address.page}
          perPage={address.per_page}
          total={total}
          onPage={(page) => go({ page })}
          onPerPage={(per_page) => go({ per_page, page: 0 })}
        />
      </>
    );
  }

  function emptyMessage() {
    if (!address.filters.kind) {
      return <ListMessage title={t('matches.none')} detail={t('matches.none_about', { platform })} />;
    }
    return (
      <ListMessage title={t('list.empty_search')}>
        <NextStep label={t('list.empty_search_next')} onClick={() => go({ page: 0, filters: {} })} />
      </ListMessage>
    );
  }
}

/**
 * Moves the focus to the next card once the chosen row has left the list, and the focused button with it. Without a card left,
 * the page's content gets the focus.
 */
function useFocusOnNext(matches: readonly Match[]) {
  const list = useRef<HTMLUListElement>(null);
  const leaving = useRef<{ id: string; at: number }>(null);
  useEffect(() => {
    if (!leaving.current) return;
    const { id, at } = leaving.current;
    if (matches.some((match) => idOf(match) === id)) return;
    leaving.current = null;
    // The user has gone on to something else.
    if (document.activeElement !== document.body) return;
    const next = list.current?.children[Math.min(at, matches.length - 1)] ?? document.getElementById('isi');
    if (next instanceof HTMLElement) next.focus();
  }, [matches]);
  const onChosen = (match: Match) => {
    leaving.current = { id: idOf(match), at: matches.findIndex((each) => idOf(each) === idOf(match)) };
  };
  return { list, onChosen };
}
