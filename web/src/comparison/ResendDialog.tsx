import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowChanges } from '../action/RowChanges';
import { defaultSettings, settingsQuery } from '../api/settings';
import { LoadFailed } from '../list/LoadStates';
import { toastError, toastSuccess } from '../message/toasts';
import { Skeleton } from '../page/Skeleton';
import { useFailureText } from '../texts/failure';
import { formatNumber } from '../texts/format';
import { type ChosenRow, previewResend, resend } from './comparison';

interface Props {
  /** The chosen rows of the report; without them all rows. */
  rows?: readonly ChosenRow[];
  onSent?: () => void;
  onClose: () => void;
}

/** The question before rows are sent again: which values on the platform they would overwrite. */
export function ResendDialog({ rows, onSent, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const [sending, setSending] = useState(false);
  const preview = useQuery({
    queryKey: ['resend', rows],
    queryFn: ({ signal }) => previewResend(rows, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const found = preview.data;

  async function agree() {
    setSending(true);
    try {
      toastSuccess(await resend(rows));
      onSent?.();
      onClose();
      await queries.invalidateQueries({ queryKey: ['summary'] });
      await queries.invalidateQueries({ queryKey: ['list'] });
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setSending(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={
        rows
          ? t('comparison.again_chosen_question', { n: formatNumber(rows.length, i18n.language) })
          : t('comparison.again_question')
      }
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      centered
    >
      <div className="plan-place" aria-busy={preview.isPending}>
        {preview.isPending && <Skeleton height={64} label={t('list.loading')} />}
        {preview.isError && <LoadFailed error={preview.error} onRetry={() => void preview.refetch()} />}
        {found && (
          <>
            <Text size="sm" mb="xs">
              {found.rows === 0
                ? t('comparison.again_none')
                : t('comparison.again_about', {
                    n: formatNumber(found.rows, i18n.language),
                    count: found.rows,
                    platform: settings.platform_name,
                  })}
            </Text>
            {found.samples.length > 0 && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
              <section className="plan-rows" tabIndex={0} aria-label={t('comparison.again_fields')}>
                <ul>
                  {found.samples.map((sample) => (
                    <li key={`${sample.kind} ${sample.key}`}>
                      <Text span size="xs" fw={600}>
                        {sample.kind && t(`kinds.${sample.kind}.noun`, { defaultValue: sample.kind })} ·{' '}
                        {sample.label || sample.key}
                      </Text>
                      <RowChanges row={sample} />
                    </li>
                  ))}
                </ul>
                {found.rows > found.samples.length && (
                  <Text size="xs" c="dimmed">
                    {t('confirm.shown_rows', {
                      n: formatNumber(found.samples.length, i18n.language),
                      total: formatNumber(found.rows, i18n.language),
                    })}
                  </Text>
                )}
              </section>
            )}
          </>
        )}
      </div>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t(found?.rows === 0 ? 'confirm.close' : 'confirm.no')}
        </Button>
        {found?.rows !== 0 && (
          <Button disabled={!found} loading={sending} onClick={() => void agree()}>
            {t('confirm.yes')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
