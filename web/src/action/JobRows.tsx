import {
  Alert,
  Anchor,
  Button,
  Drawer,
  Group,
  Loader,
  SegmentedControl,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../texts/failure';
import { formatMoment, formatNumber } from '../texts/format';
import { JobProgress, useJobTitle } from './JobProgress';
import { useJobs } from './Jobs';
import { ended, jobRows, oneJob } from './jobCalls';

const perPage = 100;

/** The account of a job: what became of each row, the failed ones first since they are what one comes for. */
export function JobRows({ id, onClose }: { id: number; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const title = useJobTitle();
  const failureText = useFailureText();
  const { jobs, retry } = useJobs();
  const [picked, setPicked] = useState<'failed' | 'all'>();
  const [page, setPage] = useState(0);
  const live = jobs.find((each) => each.id === id);
  const asked = useQuery({
    queryKey: ['list', 'job', id],
    queryFn: ({ signal }) => oneJob(id, signal),
    enabled: !live,
  });
  const job = live ?? asked.data;
  const status = picked ?? (job && job.failed === 0 ? 'all' : 'failed');
  const rows = useQuery({
    queryKey: ['list', 'job', id, 'rows', status, page, job?.state],
    queryFn: ({ signal }) =>
      jobRows(id, { ...(status === 'failed' ? { status } : {}), page, per_page: perPage }, signal),
    enabled: job !== undefined,
    placeholderData: keepPreviousData,
  });
  const failure = asked.error ?? rows.error;
  const total = rows.data?.total ?? rows.data?.data.length ?? 0;
  const number = (value: number) => formatNumber(value, i18n.language);

  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={job ? title(job) : t('jobs.rows_title')}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
    >
      <Stack gap="sm">
        {job && (
          <div>
            {job.message && <Text size="sm">{job.message}</Text>}
            <JobProgress job={job} />
            <Text size="xs" c="dimmed">
              {[job.actor, formatMoment(job.started_at ?? job.created_at)].filter(Boolean).join(' · ')}
            </Text>
          </div>
        )}
        <Group justify="space-between">
          <SegmentedControl
            size="xs"
            value={status}
            onChange={(value) => {
              setPage(0);
              setPicked(value === 'failed' ? 'failed' : 'all');
            }}
            data={[
              { value: 'failed', label: t('jobs.rows_failed') },
              { value: 'all', label: t('jobs.rows_all') },
            ]}
          />
          {job && ended(job) && job.failed > 0 && (
            <Button size="xs" variant="default" onClick={() => retry(job).then(onClose)}>
              {t('jobs.retry')}
            </Button>
          )}
        </Group>
        {failure ? (
          <Alert color="red" role="alert">
            {failureText(failure)}{' '}
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => (asked.error ? asked : rows).refetch()}
            >
              {t('list.retry')}
            </Anchor>
          </Alert>
        ) : rows.isPending ? (
          <Loader size="sm" aria-label={t('list.loading')} />
        ) : rows.data?.data.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('jobs.rows_none')}
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={420}>
            <Table fz="sm" verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('jobs.key')}</Table.Th>
                  <Table.Th>{t('jobs.label')}</Table.Th>
                  <Table.Th>{t('jobs.outcome')}</Table.Th>
                  <Table.Th>{t('jobs.reason')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.data?.data.map((row) => (
                  <Table.Tr key={`${row.key} ${row.outcome}`}>
                    <Table.Td>{row.key}</Table.Td>
                    <Table.Td>{row.label}</Table.Td>
                    <Table.Td>{t(`jobs.outcomes.${row.outcome}`, { defaultValue: row.outcome })}</Table.Td>
                    <Table.Td>{row.reason}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {total > perPage && (
          <Group justify="space-between">
            <Text size="xs" c="dimmed">
              {t('list.range', {
                from: number(page * perPage + 1),
                to: number(Math.min(total, (page + 1) * perPage)),
                total: number(total),
              })}
            </Text>
            <Group gap="xs">
              <Button size="xs" variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
                {t('list.previous')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={(page + 1) * perPage >= total}
                onClick={() => setPage(page + 1)}
              >
                {t('list.next')}
              </Button>
            </Group>
          </Group>
        )}
      </Stack>
    </Drawer>
  );
}
