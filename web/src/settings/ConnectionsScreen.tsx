import { Button, Text } from '@mantine/core';
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { ForAdministrators } from '../session/ForAdministrators';
import { connections as connectionsTexts } from '../texts/connections';
import { addTexts } from '../texts/i18n';
import { ConnectionSection } from './ConnectionSection';
import classes from './Connections.module.css';
import { connectionsQuery, useConnectionTests } from './connections';

addTexts('connections', connectionsTexts);

const parts = ['database', 'source', 'platform', 'zoom', 'settings'] as const;

/** The connections of Selaras with their last check, and buttons for a new one. */
export function ConnectionsScreen() {
  const { t } = useTranslation();
  const { data, error, isError, refetch } = useQuery(connectionsQuery);
  const { look, lookQuietly, underWay, failures } = useConnectionTests();
  return (
    <>
      <PageHeader title={t('titles.connections')}>
        <ForAdministrators>
          <Button
            size="xs"
            leftSection={<IconPlugConnected size={15} aria-hidden />}
            disabled={!data}
            loading={underWay.length > 0}
            onClick={() => look(parts)}
          >
            {t('connections.look_all')}
          </Button>
        </ForAdministrators>
      </PageHeader>
      <Text size="sm" c="dimmed" mb="sm">
        {t('connections.about')}
      </Text>
      {isError && data && <StaleAlert error={error} onRetry={() => refetch()} />}
      {isError && !data ? (
        <LoadFailed error={error} onRetry={() => refetch()} />
      ) : (
        <div className={classes.sections} aria-busy={!data}>
          {data
            ? data.map((connection) => (
                <ConnectionSection
                  key={connection.part}
                  connection={connection}
                  testing={underWay.includes(connection.part)}
                  failure={failures[connection.part]}
                  onTest={() => look([connection.part])}
                  onRepeat={() => lookQuietly(connection.part)}
                />
              ))
            : parts.map((part) => <Skeleton key={part} height={120} />)}
        </div>
      )}
    </>
  );
}
