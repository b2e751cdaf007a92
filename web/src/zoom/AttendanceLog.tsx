import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Attendance, client, settle } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { DayPicker } from '../form/DayPicker';
import { personLink } from '../kinds/pages';
import { type ListAddress, readAddress, writeAddress } from '../list/address';
import { ListMessage } from '../list/ListStates';
import { PlainList } from '../list/PlainList';
import type { TableColumn } from '../list/tableTypes';
import { actorName } from '../session/session';
import { formatClock, formatDate } from '../texts/format';
import { bothChosen, type Days, readDays, sentDays, writeDays } from './dates';

const route = getRouteApi('/app/zoom-activity');
const plain = { defaultTab: 'dashboard', filters: [] } as const;

type Shown = {
  id: Exclude<keyof Attendance, 'person'>;
  card?: 'heading' | 'line';
  as?: (text: string) => string;
  sortable?: false;
};

const shown: readonly Shown[] = [
  { id: 'username', card: 'heading' },
  { id: 'email', card: 'line' },
  { id: 'meeting_id' },
  { id: 'topic', card: 'line' },
  { id: 'date_meeting', as: formatDate, card: 'line' },
  { id: 'start_meeting', as: formatClock },
  { id: 'end_meeting', as: formatClock },
  { id: 'join_time', as: formatClock, card: 'line' },
  { id: 'leave_time', as: formatClock },
  { id: 'leave_reason' },
  { id: 'duration_join' },
  { id: 'keterangan', sortable: false, card: 'line' },
];

/** The stays in Zoom meetings on the chosen days. */
export function AttendanceLog() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const raw = route.useSearch();
  const address = readAddress(plain, raw);
  const days = readDays(raw);
  const go = (next: ListAddress, on: Days, replace = false) =>
    void navigate({
      to: '/zoom-activity',
      search: { ...writeDays(on), ...writeAddress(plain, next) },
      replace,
    });

  const columns = useMemo<TableColumn<Attendance>[]>(
    () =>
      shown.map(({ id, as, ...rest }) => ({
        id,
        label: t(`zoom.fields.${id}`),
        cell: (row) => {
          const text = String(row[id]);
          if (text === '') return '-';
          if (id === 'username' && row.person) return <PersonAnchor person={row.person} text={text} />;
          return as ? as(text) : text;
        },
        ...rest,
      })),
    [t],
  );

  return (
    <PlainList<Attendance>
      title={t('titles.zoom')}
      address={address}
      onAddress={(next, replace) => go(next, days, replace)}
      cacheKey={['zoom', days]}
      load={(query, signal) =>
        settle<Attendance[]>(
          client.POST('/api/v1/api/attendance/log', {
            params: { query },
            body: { ...sentDays(days), name: actorName() },
            signal,
          }),
        )
      }
      before={!bothChosen(days) && <ListMessage title={t('zoom.pick')} detail={t('zoom.pick_next')} />}
      columns={columns}
      idOf={(row) => String(row.id)}
      labelOf={(row) => row.username || row.email}
      empty={{ title: t('zoom.empty'), detail: t(settings.zoom ? 'zoom.empty_import' : 'zoom.empty_next') }}
      tools={(['start_date', 'end_date'] as const).map((name) => (
        <DayPicker
          key={name}
          name={name}
          label={t(`zoom.${name}`)}
          value={days[name]}
          min={name === 'end_date' ? days.start_date : undefined}
          onChange={(day) => go({ ...address, page: 0 }, { ...days, [name]: day }, true)}
        />
      ))}
    />
  );
}

function PersonAnchor({ person, text }: { person: NonNullable<Attendance['person']>; text: string }) {
  const link = personLink(person.kind, person.number);
  if (!link) return text;
  return (
    <Anchor component={Link} {...link} fz="inherit">
      {text}
    </Anchor>
  );
}
