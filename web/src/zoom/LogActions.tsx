import { Button, Group } from '@mantine/core';
import IconCloudDownload from '@tabler/icons-react/dist/esm/icons/IconCloudDownload.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import { client, settle } from '../api/client';
import { download } from '../api/download';
import { defaultSettings, settingsQuery } from '../api/settings';
import { Message } from '../message/Message';
import { actorName, useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { formatDate } from '../texts/format';
import { bothChosen, type Days, sentDays } from './dates';

/** The actions on the attendance of some days: import from Zoom, and export to Excel, limited to rows that match `q`. */
export function LogActions({ days, q }: { days: Days; q: string }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const ask = useConfirm();
  const mayChange = useMayChange();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const [exporting, setExporting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function exportFile() {
    setExporting(true);
    try {
      const body = { ...sentDays(days), ...(q ? { q } : {}), name: actorName() };
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
      withoutPlan: true,
    });
  }

  return (
    <>
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
          variant={settings.zoom ? 'default' : 'filled'}
          leftSection={<IconDownload size={15} aria-hidden />}
          disabled={!bothChosen(days)}
          loading={exporting}
          onClick={exportFile}
        >
          {t('zoom.export')}
        </Button>
      </Group>
      <Message title={t('toast.error')} text={failure} onClose={() => setFailure(null)} />
    </>
  );
}
