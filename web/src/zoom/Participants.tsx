import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { peopleKinds, personLink } from '../kinds/pages';
import type { PageSize } from '../list/address';
import { ListMessage } from '../list/ListStates';
import { LoadFailed } from '../list/LoadStates';
import { Paging } from '../list/Paging';
import { SearchBox } from '../list/SearchBox';
import { useLastPage } from '../list/useLastPage';
import { Skeleton } from '../page/Skeleton';
import { useMayChange } from '../session/session';
import { formatDate, formatNumber } from '../texts/format';
import { FoundSelect, type Option } from './FoundSelect';
import { useChange } from './useChange';
import classes from './Zoom.module.css';
import { type Chosen, choose, chosenQuery, ignore, unchoose, type Waiting, waitingQuery } from './zoomCalls';

const first: { page: number; per_page: PageSize } = { page: 0, per_page: 10 };

/** Unmatched participants, and those matched or ignored by hand. */
export function Participants() {
  const { t } = useTranslation();
  const [q, setQ] = useState('');
  const [page, setPage] = useState(first);
  const asked = { ...page, ...(q.trim() ? { q: q.trim() } : {}) };
  const waiting = useQuery({ ...waitingQuery(asked), placeholderData: keepPreviousData });
  const total = useLastPage(waiting, page, (last) => setPage({ ...page, page: last }));
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" maw={720}>
        {t('zoom.participants_about')}
      </Text>
      <SearchBox
        value={q}
        onChange={(next) => {
          setQ(next);
          setPage(first);
        }}
      />
      {waiting.isPending && <Skeleton height={180} mt="sm" label={t('list.loading')} />}
      {waiting.isError && <LoadFailed error={waiting.error} onRetry={() => waiting.refetch()} />}
      {waiting.data && total === 0 && <ListMessage title={t(q ? 'list.empty_search' : 'zoom.all_known')} />}
      {waiting.data && total > 0 && (
        <>
          <ul className={classes.list} aria-label={t('zoom.waiting')}>
            {waiting.data.data.map((participant) => (
              <WaitingLine
                key={`${participant.email} ${participant.participant}`}
                participant={participant}
              />
            ))}
          </ul>
          <Paging
            page={page.page}
            perPage={page.per_page}
            total={total}
            onPage={(next) => setPage({ ...page, page: next })}
            onPerPage={(per_page) => setPage({ page: 0, per_page })}
          />
        </>
      )}
      <Choices />
    </>
  );
}

function WaitingLine({ participant }: { participant: Waiting }) {
  const { t, i18n } = useTranslation();
  const change = useChange();
  const mayChange = useMayChange();
  const name = participant.participant || participant.email;
  const pick = (person: Option) =>
    void change(
      () => choose(participant, { kind: person.kind, number: person.number }),
      () => unchoose(participant),
    );
  return (
    <li>
      <div className={classes.what}>
        <Text span fw={500} size="sm">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            participant.participant && (participant.email || t('zoom.no_address')),
            t('zoom.times', { n: formatNumber(participant.participations, i18n.language) }),
            formatDate(participant.latest),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {participant.candidates.length > 1 && <Text size="xs">{t('zoom.several_people')}</Text>}
      </div>
      {mayChange && (
        <Group gap="xs">
          <FoundSelect
            label={t('zoom.who_is', { item: name })}
            hideLabel
            placeholder={t('zoom.person_search')}
            kinds={peopleKinds}
            offered={participant.candidates}
            onChange={pick}
          />
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('zoom.ignore_this', { item: name })}
            onClick={() =>
              void change(
                () => ignore(participant),
                () => unchoose(participant),
              )
            }
          >
            {t('zoom.ignore')}
          </Button>
        </Group>
      )}
    </li>
  );
}

function Choices() {
  const { t } = useTranslation();
  const [page, setPage] = useState(first);
  const chosen = useQuery({ ...chosenQuery(page), placeholderData: keepPreviousData });
  const total = useLastPage(chosen, page, (last) => setPage({ ...page, page: last }));
  if (!chosen.data || total === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="choices">
      <Title order={2} size="h5" id="choices" mb={4}>
        {t('zoom.choices')}
      </Title>
      <ul className={classes.list}>
        {chosen.data.data.map((choice) => (
          <ChoiceLine key={`${choice.email} ${choice.participant}`} choice={choice} />
        ))}
      </ul>
      <Paging
        page={page.page}
        perPage={page.per_page}
        total={total}
        onPage={(next) => setPage({ ...page, page: next })}
        onPerPage={(per_page) => setPage({ page: 0, per_page })}
      />
    </section>
  );
}

function ChoiceLine({ choice }: { choice: Chosen }) {
  const { t } = useTranslation();
  const change = useChange();
  const mayChange = useMayChange();
  const { person } = choice;
  const link = person && personLink(person.kind, person.number);
  const name = [choice.participant, choice.email].filter(Boolean).join(' · ');
  return (
    <li>
      <div className={classes.what}>
        {name} →{' '}
        {person && link ? (
          <Anchor component={Link} {...link} fz="inherit" td="underline">
            {person.label} ({person.number})
          </Anchor>
        ) : (
          (person?.label ?? t('zoom.ignored'))
        )}
        <Text size="xs" c="dimmed">
          {[choice.actor, choice.chosen_at && formatDate(choice.chosen_at)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {mayChange && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('zoom.unchoose', { item: name })}
          onClick={() =>
            void change(
              () => unchoose(choice),
              () => (person ? choose(choice, person) : ignore(choice)),
            )
          }
        >
          {t('zoom.undo')}
        </Button>
      )}
    </li>
  );
}
