import { Anchor, Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classLink, personLink } from '../kinds/pages';
import { ListMessage } from '../list/ListStates';
import { LoadFailed } from '../list/LoadStates';
import { DownloadButton } from '../page/DownloadButton';
import { Skeleton } from '../page/Skeleton';
import { useMayChange } from '../session/session';
import { formatClock, formatDate, formatNumber } from '../texts/format';
import { FoundSelect } from './FoundSelect';
import { useChange } from './useChange';
import classes from './Zoom.module.css';
import { type Attendee, type Recap, recapQuery, setLeastMinutes } from './zoomCalls';

interface Props {
  number: string | undefined;
  onClass: (number: string) => void;
}

/** The attendance of a class: its people, their meetings, and each one's share. */
export function ClassRecap({ number, onClass }: Props) {
  const { t } = useTranslation();
  const mayChange = useMayChange();
  const recap = useQuery({ ...recapQuery(number ?? ''), enabled: number !== undefined });
  const chosen =
    number === undefined
      ? null
      : {
          kind: 'kelas',
          number,
          label: recap.data?.class.number === number ? recap.data.class.label : number,
        };
  return (
    <>
      <Group gap="xs" mb="sm" align="flex-end">
        <FoundSelect
          label={t('zoom.class')}
          placeholder={t('zoom.class_search')}
          kinds={['kelas']}
          value={chosen}
          onChange={(found) => onClass(found.number)}
        />
        {recap.data && recap.data.meetings.length > 0 && (
          <DownloadButton
            address={`/api/v1/api/classes/${encodeURIComponent(recap.data.class.number ?? '')}/attendance.xlsx`}
            name={`kehadiran-${recap.data.class.number ?? ''}.xlsx`}
          >
            {t('zoom.export')}
          </DownloadButton>
        )}
      </Group>
      {number === undefined && (
        <ListMessage title={t('zoom.pick_class')} detail={t('zoom.pick_class_next')} />
      )}
      {number !== undefined && recap.isPending && <Skeleton height={220} label={t('list.loading')} />}
      {recap.isError && <LoadFailed error={recap.error} onRetry={() => recap.refetch()} />}
      {number !== undefined && recap.data && <Meetings recap={recap.data} />}
      {number !== undefined && recap.data && mayChange && (
        <LeastMinutes
          key={`${number} ${recap.data.least_minutes}`}
          number={number}
          minutes={recap.data.least_minutes}
        />
      )}
    </>
  );
}

/** The rule of a class: how long one must be in a meeting to have attended it. */
function LeastMinutes({ number, minutes }: { number: string; minutes: number }) {
  const { t } = useTranslation();
  const change = useChange();
  const [typed, setTyped] = useState(String(minutes));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void change(
          () => setLeastMinutes(number, Number(typed)),
          () => setLeastMinutes(number, minutes),
        );
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          size="xs"
          inputMode="numeric"
          label={t('zoom.least_minutes')}
          description={t('zoom.least_minutes_about')}
          value={typed}
          maxLength={4}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          size="xs"
          type="submit"
          variant="default"
          disabled={!/^\d+$/.test(typed) || Number(typed) === minutes}
        >
          {t('zoom.save')}
        </Button>
      </Group>
    </form>
  );
}

function Meetings({ recap }: { recap: Recap }) {
  const { t, i18n } = useTranslation();
  const n = (value: number) => formatNumber(value, i18n.language);
  const link = classLink(recap.class.number);
  if (recap.meetings.length === 0) {
    return (
      <ListMessage
        title={t('zoom.no_meetings', { class: recap.class.label })}
        detail={t('zoom.no_meetings_next')}
      />
    );
  }
  const unknown = recap.meetings.reduce((sum, meeting) => sum + meeting.unknown, 0);
  return (
    <>
      <Text size="sm" mb="xs">
        {link ? (
          <Anchor component={Link} {...link} fz="inherit" td="underline">
            {recap.class.label}
          </Anchor>
        ) : (
          recap.class.label
        )}
        {' · '}
        {t(recap.more ? 'zoom.latest_meetings' : 'zoom.meetings', { n: n(recap.meetings.length) })}
        {unknown > 0 && ` · ${t('zoom.unknown', { n: n(unknown) })}`}
      </Text>
      <People
        title={t('zoom.members')}
        people={recap.people.filter(({ member }) => member)}
        meetings={recap.meetings}
        counted="present"
        empty={t('zoom.no_members')}
      />
      {recap.people.some(({ member }) => !member) && (
        <People
          title={t('zoom.others')}
          people={recap.people.filter(({ member }) => !member)}
          meetings={recap.meetings}
          counted="others"
          empty=""
        />
      )}
    </>
  );
}

interface PeopleProps {
  title: string;
  people: readonly Attendee[];
  meetings: Recap['meetings'];
  counted: 'present' | 'others';
  empty: string;
}

function People({ title, people, meetings, counted, empty }: PeopleProps) {
  const { t, i18n } = useTranslation();
  const n = (value: number) => formatNumber(value, i18n.language);
  if (people.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={title}>
      <table className={classes.recap}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('zoom.person')}</th>
            <th scope="col" data-numeric>
              {t('zoom.attended')}
            </th>
            <th scope="col" data-numeric>
              {t('zoom.minutes')}
            </th>
            {meetings.map((meeting) => (
              <th
                key={`${meeting.meeting_id} ${meeting.date} ${meeting.start}`}
                scope="col"
                title={meeting.topic}
              >
                {formatDate(meeting.date)}
                <br />
                {formatClock(meeting.start)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((attendee) => (
            <Person
              key={`${attendee.person.kind} ${attendee.person.number}`}
              attendee={attendee}
              of={meetings}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('zoom.there')}</th>
            <td />
            <td />
            {meetings.map((meeting) => (
              <td key={`${meeting.meeting_id} ${meeting.date} ${meeting.start}`}>{n(meeting[counted])}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

interface Cell {
  mark: string;
  text: 'zoom.was_there' | 'zoom.was_not_there' | 'zoom.too_short' | 'zoom.too_short_or_more';
  /** The minutes of a stay that is too short to count; otherwise empty. */
  minutes: string;
}

/** What a person's cell says about one meeting. */
function cellOf(attended: boolean, stay: Attendee['stays'][number], n: (value: number) => string): Cell {
  if (attended) return { mark: '✓', text: 'zoom.was_there', minutes: '' };
  if (!stay) return { mark: '–', text: 'zoom.was_not_there', minutes: '' };
  const minutes = n(stay.minutes);
  return stay.longer
    ? { mark: `≥${minutes}′`, text: 'zoom.too_short_or_more', minutes }
    : { mark: `${minutes}′`, text: 'zoom.too_short', minutes };
}

function Person({ attendee, of }: { attendee: Attendee; of: Recap['meetings'] }) {
  const { t, i18n } = useTranslation();
  const { kind, number, label } = attendee.person;
  const link = personLink(kind, number);
  const n = (value: number) => formatNumber(value, i18n.language);
  return (
    <tr>
      <th scope="row">
        {link ? (
          <Anchor component={Link} {...link} fz="inherit">
            {label || number}
          </Anchor>
        ) : (
          label || number
        )}
        <Text span size="xs" c="dimmed" display="block">
          {number}
        </Text>
      </th>
      <td data-numeric>
        {n(attendee.meetings)}/{n(of.length)}
        <Text span size="xs" c="dimmed" display="block">
          {n(attendee.share)}%
        </Text>
      </td>
      <td data-numeric>{n(attendee.minutes)}</td>
      {attendee.attended.map((there, at) => {
        const meeting = of[at];
        const { mark, text, minutes } = cellOf(there, attendee.stays[at] ?? null, n);
        const said = t(text, { n: minutes });
        return (
          <td
            key={`${meeting?.meeting_id} ${meeting?.date} ${meeting?.start}`}
            data-there={there || undefined}
            title={minutes ? said : undefined}
          >
            <span aria-hidden>{mark}</span>
            <VisuallyHidden>{said}</VisuallyHidden>
          </td>
        );
      })}
    </tr>
  );
}
