import { Alert, Anchor, Text, Title } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import { peopleKinds, personLink } from '../kinds/pages';
import { LoadFailed } from '../list/LoadStates';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { formatClock, formatNumber } from '../texts/format';
import { Asked } from './Asked';
import { History } from './History';
import classes from './Person.module.css';
import { type ClassOnAllSides, classQuery, type Member, mending, standing, stateOf } from './personCalls';
import { type SidesRow, SidesTable } from './SidesTable';

const route = getRouteApi('/app/kelas/$number');

/** A class in all systems: the people in any of them; people with differences first. */
export function ClassScreen() {
  const { t } = useTranslation();
  const { number } = route.useParams();
  const seen = useQuery(classQuery(number));
  if (!seen.data) {
    return (
      <>
        <PageHeader title={t('person.class')} back />
        {seen.isError ? (
          <LoadFailed error={seen.error} onRetry={() => seen.refetch()} />
        ) : (
          <Skeleton height={220} label={t('list.loading')} />
        )}
      </>
    );
  }
  return <Seen seen={seen.data} by={seen} />;
}

function Seen({ seen, by }: { seen: ClassOnAllSides; by: UseQueryResult }) {
  const { t, i18n } = useTranslation();
  const ask = useConfirm();
  const { class: row, members } = seen;
  const label = [row.nama_mata_kuliah, row.nama_kelas].filter(Boolean).join(' ');
  const { well, of } = standing(members);
  const n = (value: number) => formatNumber(value, i18n.language);
  const when = [row.hari, [row.jam_mulai, row.jam_selesai].filter(Boolean).map(formatClock).join('–')];
  function mend(member: Member) {
    const item = member.person.label || member.person.number;
    const question = t('person.mend_enrolment_question', { item, class: label });
    ask(mending(member.person.kind, member.person.number, question, row.jadwal_kuliah_detail_id));
  }
  return (
    <>
      <PageHeader title={label} back />
      <Text size="sm" c="dimmed">
        {[row.kelas_id, row.semester, when.filter(Boolean).join(' ')].filter(Boolean).join(' · ')}
        {' · '}
        <Anchor
          component={Link}
          to="/zoom-activity"
          search={{ bagian: 'kelas', kelas: row.jadwal_kuliah_detail_id } as never}
          fz="inherit"
          td="underline"
        >
          {t('titles.zoom')}
        </Anchor>
      </Text>
      <Asked by={by}>
        <Text size="sm" my="xs" className="state-text" data-state={stateOf({ well, of })}>
          {t('person.class_standing', { well: n(well), of: n(of) })}
        </Text>
        {row.migration_reason && (
          <Alert color="red" py={6} my={4} role="alert">
            {row.migration_reason}
          </Alert>
        )}
        {[seen.source.error, seen.platform.error].map(
          (error) =>
            error && (
              <Alert key={error.text} color="yellow" py={6} my={4} role="alert">
                {error.text}
              </Alert>
            ),
        )}
        {peopleKinds.map((kind) => (
          <Members
            key={kind}
            kind={kind}
            members={members.filter(({ person }) => person.kind === kind)}
            classNumber={row.jadwal_kuliah_detail_id}
            onMend={mend}
          />
        ))}
        <History entries={seen.history} />
      </Asked>
    </>
  );
}

/** Rows per kind of people before the user shows all. */
const drawn = 100;

interface MembersProps {
  kind: string;
  members: readonly Member[];
  classNumber: string;
  onMend: (member: Member) => void;
}

function Members({ kind, members, classNumber, onMend }: MembersProps) {
  const { t, i18n } = useTranslation();
  const [all, setAll] = useState(false);
  if (members.length === 0 && kind !== 'mahasiswa') return null;
  const title = t(`kinds.${kind}.data`);
  const sorted = [...members].sort(
    (one, other) =>
      Number(one.cause === null) - Number(other.cause === null) ||
      one.person.label.localeCompare(other.person.label),
  );
  const rows: SidesRow[] = sorted.slice(0, all ? undefined : drawn).map((member) => ({
    ...member,
    id: member.person.number,
    name: [member.person.label, member.person.number].filter(Boolean).join(' · '),
    link: personLink(kind, member.person.number, member.dashboard ? null : classNumber),
  }));
  return (
    <section className={classes.section} aria-labelledby={`members-${kind}`}>
      <Title order={2} size="h5" id={`members-${kind}`} mb={4}>
        {title} ({formatNumber(members.length, i18n.language)})
      </Title>
      <SidesTable
        title={title}
        what={t('person.name')}
        rows={rows}
        empty={t('person.no_members')}
        onMend={(row) => {
          const member = members.find(({ person }) => person.number === row.id);
          if (member) onMend(member);
        }}
      />
      {rows.length < members.length && (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          {t('person.show_all', { n: formatNumber(members.length, i18n.language) })}
        </button>
      )}
    </section>
  );
}
