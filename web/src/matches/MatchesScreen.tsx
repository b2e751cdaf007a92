import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import type { Candidate, Match } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { kinds } from '../kinds/kinds';
import { type ListAddress, listQuery, readAddress, writeAddress } from '../list/address';
import { ListMessage, NextStep } from '../list/ListStates';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import { Paging } from '../list/Paging';
import { useLastPage } from '../list/useLastPage';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { ForAdministrators } from '../session/ForAdministrators';
import { formatNumber } from '../texts/format';
import { MatchCard } from './MatchCard';
import classes from './Matches.module.css';
import { MatchFile } from './MatchFile';
import {
  acceptRequest,
  allNewRequest,
  chooseRequest,
  countOf,
  dropRequest,
  isUndecided,
  loadMatches,
  matchStates,
  newRequest,
  scanQuery,
} from './matches';
import { ScanBar } from './ScanBar';

const route = getRouteApi('/app/cocokkan');
const plain = {
  defaultTab: 'dashboard',
  filters: [
    { field: 'kind', options: kinds.map(({ list }) => list.id) },
    { field: 'state', options: matchStates },
  ],
} as const;
const idOf = ({ kind, key }: Match) => `${kind} ${key}`;
const noMatches: Match[] = [];

/** Rows that the platform perhaps has already, by state: an administrator decides about them. */
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
  const { kind } = address.filters;
  const state = matchStates.find((state) => state === address.filters.state) ?? 'ambiguous';
  const narrow = (filters: { kind?: string | undefined; state?: string }) => {
    const next = { kind, state, ...filters };
    const isSet = ([, value]: [string, string | undefined]) => value && value !== 'ambiguous';
    go({
      page: 0,
      filters: Object.fromEntries(Object.entries(next).filter(isSet)) as Record<string, string>,
    });
  };
  const query = { ...listQuery(address), state };
  const found = useQuery({
    queryKey: ['list', 'matches', query],
    queryFn: ({ signal }) => loadMatches(query, signal),
    placeholderData: keepPreviousData,
  });
  const total = useLastPage(found, address, (page) => go({ page }, true));
  const matches = found.data?.data ?? noMatches;
  const { list, onChosen } = useFocusOnNext(matches);
  const retry = () => void found.refetch();
  const { data: scan } = useQuery(scanQuery);
  const kindsThere = kinds.filter(({ list }) =>
    scan?.counts.some((count) => count.kind === list.id && (count.rows > 0 || list.id === kind)),
  );

  return (
    <>
      <PageHeader title={t('titles.matches', { platform })} back />
      <Text size="sm" c="dimmed" maw={640} mb="sm">
        {t('matches.about', { platform })}
      </Text>
      {scan && <ScanBar scan={scan} platform={platform} />}
      <Group justify="space-between" gap="xs" mb="sm">
        <Group role="group" aria-label={t('matches.states')} gap={4}>
          {matchStates.map((each) => (
            <Button
              key={each}
              size="compact-sm"
              variant={each === state ? 'light' : 'subtle'}
              color={each === state ? 'indigo' : 'gray'}
              aria-pressed={each === state}
              onClick={() => narrow({ state: each })}
            >
              {scan
                ? t('matches.with_count', {
                    state: t(`matches.state.${each}`),
                    rows: formatNumber(countOf(scan, each, kind)),
                  })
                : t(`matches.state.${each}`)}
            </Button>
          ))}
        </Group>
        <NativeSelect
          size="xs"
          className="list-filter"
          aria-label={t('log.kind')}
          value={kind ?? ''}
          data={[
            { value: '', label: `${t('log.kind')}: ${t('list.all').toLowerCase()}` },
            ...kindsThere.map(({ list }) => ({ value: list.id, label: t(`kinds.${list.id}.data`) })),
          ]}
          onChange={(event) => narrow({ kind: event.currentTarget.value || undefined })}
        />
      </Group>
      {total > 0 && (
        <Group gap="xs" mb="sm">
          {isUndecided(state) && (
            <ForAdministrators>
              {state === 'proposed' && (
                <Button size="xs" onClick={() => ask(acceptRequest(kind, platform, t))}>
                  {t('matches.accept_all')}
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                onClick={() => ask(allNewRequest(state, kind, platform, t))}
              >
                {t('matches.new_all')}
              </Button>
            </ForAdministrators>
          )}
          <MatchFile state={state} kind={kind} />
        </Group>
      )}
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
              onNew={() => ask(newRequest(match, platform, t), () => onChosen(match))}
              onDrop={() => ask(dropRequest(match, platform, t), () => onChosen(match))}
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
    if (!kind) {
      return (
        <ListMessage title={t(`matches.empty.${state}`)} detail={t('matches.empty_about', { platform })} />
      );
    }
    return (
      <ListMessage title={t(`matches.empty.${state}`)}>
        <NextStep label={t('list.empty_search_next')} onClick={() => narrow({ kind: undefined })} />
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
