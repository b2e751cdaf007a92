import { Anchor, Button, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import type { MatchCandidate, UndecidedMatch } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { personLink } from '../kinds/pages';
import { type PageSize, pageSizes } from '../list/address';
import { ListMessage } from '../list/ListStates';
import { LoadFailed } from '../list/LoadStates';
import { Paging } from '../list/Paging';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { useMayChange } from '../session/session';
import classes from './DecisionCards.module.css';
import { loadMatches, matchRequest } from './matches';

/** People without an account because one on the platform is perhaps theirs: an administrator chooses it. */
export function MatchesScreen() {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const platform = settings.platform_name;
  const [page, setPage] = useState(0);
  const [perPage, setPerPage] = useState<PageSize>(pageSizes[0]);
  const query = useQuery({
    queryKey: ['list', 'matches', page, perPage],
    queryFn: ({ signal }) => loadMatches(page, perPage, signal),
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <PageHeader title={t('titles.matches', { platform })} back />
      {content()}
    </>
  );

  function content() {
    if (query.isPending) return <Skeleton height={220} label={t('list.loading')} />;
    if (query.isError && !query.data) {
      return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
    }
    const { people, total } = query.data;
    if (total === 0) {
      return <ListMessage title={t('matches.none')} detail={t('matches.none_about', { platform })} />;
    }
    return (
      <>
        <Text size="sm" c="dimmed" mb="sm">
          {t('matches.about', { platform })}
        </Text>
        <ul className={classes.pairs}>
          {people.map((person) => (
            <PersonCard key={`${person.kind} ${person.key}`} person={person} platform={platform} />
          ))}
        </ul>
        <Paging
          page={page}
          perPage={perPage}
          total={total}
          onPage={setPage}
          onPerPage={(size) => {
            setPerPage(size);
            setPage(0);
          }}
        />
      </>
    );
  }
}

function PersonCard({ person, platform }: { person: UndecidedMatch; platform: string }) {
  const { t } = useTranslation();
  const { kind, key, label, reason, candidates } = person;
  const name = `${label} (${key})`;
  const link = personLink(kind, key);
  return (
    <li className={classes.pair}>
      <Title order={2} size="h5" className={classes.name}>
        {link ? (
          <Anchor component={Link} {...link} fz="inherit" fw="inherit">
            {label}
          </Anchor>
        ) : (
          label
        )}{' '}
        <Text span size="xs" c="dimmed">
          {t(`kinds.${kind}.noun`)} {key}
        </Text>
      </Title>
      <Text size="xs" c="dimmed" mt={4}>
        {candidates.length === 0 ? t('matches.free', { platform }) : reason}
      </Text>
      <ul className={classes.candidates} aria-label={t('matches.candidates', { item: name })}>
        {candidates.map((candidate) => (
          <Candidate key={candidate.platform_id} person={person} candidate={candidate} platform={platform} />
        ))}
      </ul>
    </li>
  );
}

interface CandidateProps {
  person: UndecidedMatch;
  candidate: MatchCandidate;
  platform: string;
}

function Candidate({ person, candidate, platform }: CandidateProps) {
  const { t } = useTranslation();
  const ask = useConfirm();
  const mayChange = useMayChange();
  const { name, label, email, idnumber, held_by } = candidate;
  const facts = [email, idnumber && t('matches.idnumber', { idnumber })].filter(Boolean);
  return (
    <li className={classes.candidate}>
      <div className={classes.facts}>
        <div>
          <b>{name}</b> {label}
        </div>
        {facts.length > 0 && (
          <Text size="xs" c="dimmed">
            {facts.join(' · ')}
          </Text>
        )}
        {held_by && (
          <Text size="xs" className="state-text" data-state="gagal">
            {t('matches.held', { item: held_by })}
          </Text>
        )}
      </div>
      {mayChange && !held_by && (
        <Button
          size="xs"
          variant="default"
          onClick={() => ask(matchRequest(person, candidate, platform, t))}
          aria-label={t('matches.choose_for', { account: name, item: `${person.label} (${person.key})` })}
        >
          {t('matches.choose')}
        </Button>
      )}
    </li>
  );
}
