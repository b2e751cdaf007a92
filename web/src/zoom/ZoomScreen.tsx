import { Button, Group } from '@mantine/core';
import IconCloudDownload from '@tabler/icons-react/dist/esm/icons/IconCloudDownload.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAsk } from '../action/Confirm';
import { type Attendance, client, settle } from '../api/client';
import { download } from '../api/download';
import { assumedSettings, settingsQuery } from '../api/settings';
import { DayPicker } from '../form/DayPicker';
import { type ListAddress, readAddress, writeAddress } from '../list/address';
import type { DrawnColumn } from '../list/DataTable';
import { ListMessage } from '../list/ListStates';
import { PlainList } from '../list/PlainList';
import { Message } from '../message/Message';
import { PageHeader } from '../page/PageHeader';
import { actorName, useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { formatClock, formatDate } from '../texts/format';
import { bothChosen, type Days, readDays, sentDays, writeDays } from './dates';

const route = getRouteApi('/app/zoom-activity');
const plain = { defaultTab: 'dashboard', filters: [] } as const;

type Shown = {
  id: keyof Attendance;
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

/** Who was in which Zoom meeting on which days, and the same as an Excel file. */
export function ZoomScreen() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const ask = useAsk();
  const mayChange = useMayChange();
  const { data: settings = assumedSettings } = useQuery(settingsQuery);
  const raw = route.useSearch();
  const address = readAddress(plain, raw);
  const days = readDays(raw);
  const [exporting, setExporting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const go = (next: ListAddress, on: Days, replace = false) =>
    void navigate({
      to: '/zoom-activity',
      search: { ...writeDays(on), ...writeAddress(plain, next) },
      replace,
    });

  const columns = useMemo<DrawnColumn<Attendance>[]>(
    () =>
      shown.map(({ id, as, ...rest }) => ({
        id,
        label: t(`zoom.fields.${id}`),
        cell: (row) => {
          const text = String(row[id]);
          if (text === '') return '-';
          return as ? as(text) : text;
        },
        ...rest,
      })),
    [t],
  );

  async function exportFile() {
    setExporting(true);
    try {
      const body = { ...sentDays(days), ...(address.q ? { q: address.q } : {}), name: actorName() };
      const { data } = await settle<string>(client.POST('/api/v1/api/attendance_log_export', { body }));
      await download(data);
    } catch (cause) {
      setFailure(failureText(cause));
    } finally {
      setExporting(false);
    }
  }

  function askImport() {
    ask({
      verb: 'import',
      call: { method: 'POST', path: '/api/v1/api/zoom/import' },
      body: { ...sentDays(days) },
      question: t('zoom.import_question', {
        from: formatDate(days.start_date),
        to: formatDate(days.end_date),
      }),
      notes: [t('zoom.import_note')],
      onlyAdds: true,
    });
  }

  return (
    <>
      <PageHeader title={t('titles.zoom')}>
        <Group gap="xs">
          {settings.zoom && mayChange && (
            <Button
              size="xs"
              leftSection={<IconCloudDownload size={15} aria-hidden />}
              disabled={!bothChosen(days)}
              onClick={askImport}
            >
              {t('zoom.import')}
            </Button>
          )}
          <Button
            size="xs"
            variant={settings.zoom && mayChange ? 'default' : 'filled'}
            leftSection={<IconDownload size={15} aria-hidden />}
            disabled={!bothChosen(days)}
            loading={exporting}
            onClick={exportFile}
          >
            {t('zoom.export')}
          </Button>
        </Group>
      </PageHeader>
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
      <Message title={t('toast.error')} text={failure} onClose={() => setFailure(null)} />
    </>
  );
}
