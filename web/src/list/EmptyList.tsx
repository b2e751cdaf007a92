import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useJobs } from '../action/Jobs';
import { hasEnded } from '../action/jobCalls';
import { canUndo } from '../action/report';
import { defaultSettings, settingsQuery } from '../api/settings';
import { ForAdministrators } from '../session/ForAdministrators';
import type { ListAddress } from './address';
import { isFiltered } from './bulk';
import type { ListDeclaration } from './declaration';
import { ListMessage, NextStep } from './ListStates';

interface Props {
  list: ListDeclaration;
  address: ListAddress;
  /** The source needs a class or a teacher, and none is chosen. */
  unnarrowed: boolean;
  onClear: () => void;
  onSync: () => void;
}

/** The empty state of a list: the reason, and one next step. */
export function EmptyList({ list, address, unnarrowed, onClear, onSync }: Props) {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { jobs, undo } = useJobs();
  // The job that emptied the list, if it can be undone.
  const deletion = jobs.find(
    (job) => job.kind === list.id && job.verb === 'delete' && hasEnded(job) && canUndo(job),
  );
  const syncStep = list.verbs.sync?.all && !unnarrowed && (
    <ForAdministrators>
      <NextStep label={t('actions.sync')} onClick={onSync} />
    </ForAdministrators>
  );
  const { missing, ...otherFilters } = address.filters;
  if (missing && !address.q && Object.keys(otherFilters).length === 0) {
    return (
      <ListMessage title={t('list.empty_gone', { source: settings.source_name })}>
        <NextStep label={t('list.empty_gone_next')} onClick={onClear} />
      </ListMessage>
    );
  }
  if (isFiltered(address)) {
    return (
      <ListMessage title={t('list.empty_search')}>
        <NextStep label={t('list.empty_search_next')} onClick={onClear} />
      </ListMessage>
    );
  }
  if (address.tab === 'source') {
    return <ListMessage title={t('list.empty_source', { source: settings.source_name })} />;
  }
  if (deletion) {
    return (
      <ListMessage
        title={t('list.empty_deleted')}
        detail={t('list.empty_deleted_next', { message: deletion.message })}
      >
        <Group gap="xs">
          <ForAdministrators>
            <NextStep label={t('jobs.undo')} onClick={() => undo(deletion)} />
          </ForAdministrators>
          {syncStep}
        </Group>
      </ListMessage>
    );
  }
  const next =
    unnarrowed && list.narrowedBy
      ? t(`${list.narrowedBy.id}_filter.pick_to_sync`)
      : t('list.empty_dashboard_next', { source: settings.source_name });
  return (
    <ListMessage title={t('list.empty_dashboard')} detail={next}>
      {syncStep}
    </ListMessage>
  );
}
