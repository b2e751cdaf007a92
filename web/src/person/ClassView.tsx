import { Alert, Anchor, Text, Title } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import { classLink, peopleKinds, personLink } from '../kinds/pages';
import { formatClock, formatNumber } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { person as personTexts } from '../texts/person';
import { History } from './History';
import classes from './Person.module.css';
import { alignRequest, type ClassDetail, classQuery, countInStep, type Member, stateOf } from './personCalls';
import { QueryState } from './QueryState';
import { type SystemsRow, SystemsTable } from './SystemsTable';
import { type RenderHeader, Waiting } from './Waiting';

addTexts('person', personTexts);

/** A class in all systems: the people in any of them; people with differences first. */
export function ClassView({ number, header }: { number: string; header: RenderHeader }) {
  const { t } = useTranslation();
  const query = useQuery(classQuery(number));
  if (!query.data) return <Waiting header={header} title={t('person.class')} query={query} />;
  return <Loaded detail={query.data} query={query} header={header} />;
}

interface LoadedProps {
  detail: ClassDetail;
  query: UseQueryResult;
  header: RenderHeader;
}

function Loaded({ detail, query, header }: LoadedProps) {
  const { t, i18n } = useTranslation();
  const ask = useConfirm();
  const { class: row, members } = detail;
  const label = [row.nama_mata_kuliah, row.nama_kelas].filter(Boolean).join(' ');
  const { inStep, total } = countInStep(members);
  const n = (value: number) => formatNumber(value, i18n.language);
  const host = classLink(row.kelas_induk);
  const when = [row.hari, [row.jam_mulai, row.jam_selesai].filter(Boolean).map(formatClock).join('–')];
  function align(member: Member) {
    const item = member.person.label || member.person.number;
    const question = t('person.mend_enrolment_question', { item, class: label });
    ask(alignRequest(member.person.kind, member.person.number, question, row.jadwal_kuliah_detail_id));
  }
  return (
    <div className={classes.view}>
      {header(label)}
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
        {host && ' · '}
        {host && (
          <Anchor component={Link} {...host} fz="inherit" td="underline">
            {t('person.taught_in', { number: row.kelas_induk })}
          </Anchor>
        )}
      </Text>
      <QueryState query={query}>
        <Text size="sm" my="xs" className="state-text" data-state={stateOf({ inStep, total })}>
          {t('person.class_standing', { well: n(inStep), of: n(total) })}
        </Text>
        {row.migration_reason && (
          <Alert color="red" py={6} my={4} role="alert">
            {row.migration_reason}
          </Alert>
        )}
        {[detail.source.error, detail.platform.error].map(
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
            onAlign={align}
          />
        ))}
        <History entries={detail.history} />
      </QueryState>
    </div>
  );
}

/** Rows of a table before the user shows all. */
const maxRows = 100;

interface MembersProps {
  kind: string;
  members: readonly Member[];
  classNumber: string;
  onAlign: (member: Member) => void;
}

/** The people of a kind: those with differences, and a line that unfolds the others. */
function Members(props: MembersProps) {
  const { kind, members } = props;
  const { t, i18n } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  const panel = useId();
  if (members.length === 0 && kind !== 'mahasiswa') return null;
  const title = t(`kinds.${kind}.data`);
  const inStep = members.filter(({ cause }) => cause === null);
  const different = members.filter(({ cause }) => cause !== null);
  const folded = t('person.in_step_folded', { n: formatNumber(inStep.length, i18n.language) });
  return (
    <section className={classes.section} aria-labelledby={`members-${kind}`}>
      <Title order={2} size="h5" id={`members-${kind}`} mb={4}>
        {title} ({formatNumber(members.length, i18n.language)})
      </Title>
      {(different.length > 0 || members.length === 0) && (
        <MemberTable {...props} members={different} title={title} />
      )}
      {inStep.length > 0 && (
        <div>
          <button
            type="button"
            className={classes.more}
            aria-expanded={unfolded}
            aria-controls={panel}
            onClick={() => setUnfolded(!unfolded)}
          >
            <IconChevronRight
              size={14}
              aria-hidden
              className="plan-chevron"
              data-open={unfolded || undefined}
            />
            {folded}
          </button>
          <div id={panel}>{unfolded && <MemberTable {...props} members={inStep} title={folded} />}</div>
        </div>
      )}
    </section>
  );
}

function MemberTable({ kind, members, classNumber, onAlign, title }: MembersProps & { title: string }) {
  const { t, i18n } = useTranslation();
  const [all, setAll] = useState(false);
  const sorted = [...members].sort((one, other) => one.person.label.localeCompare(other.person.label));
  const rows: SystemsRow[] = sorted.slice(0, all ? undefined : maxRows).map((member) => ({
    ...member,
    id: member.person.number,
    name: [member.person.label, member.person.number].filter(Boolean).join(' · '),
    link: personLink(kind, member.person.number, member.dashboard ? null : classNumber),
  }));
  return (
    <>
      <SystemsTable
        title={title}
        nameHeading={t('person.name')}
        rows={rows}
        empty={t('person.no_members')}
        onAlign={(row) => {
          const member = members.find(({ person }) => person.number === row.id);
          if (member) onAlign(member);
        }}
      />
      {rows.length < members.length && (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          {t('person.show_all', { n: formatNumber(members.length, i18n.language) })}
        </button>
      )}
    </>
  );
}
