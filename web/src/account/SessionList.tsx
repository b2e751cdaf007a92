import { Badge, Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../list/LoadStates';
import { toastError, toastSuccess } from '../message/toasts';
import { Skeleton } from '../page/Skeleton';
import { useFailureText } from '../texts/failure';
import { formatMoment } from '../texts/format';
import classes from './Account.module.css';
import { endSession, sessionsQuery, type UserSession } from './calls';

/** The sessions of a user, each with a button that ends it. Without `user`, the caller's own sessions. */
export function SessionList({ user }: { user?: number }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [ending, setEnding] = useState<number>();
  const { data: sessions, isError, error, refetch } = useQuery(sessionsQuery(user));

  async function end({ id }: UserSession) {
    setEnding(id);
    try {
      toastSuccess(await endSession(id, user));
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setEnding(undefined);
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    }
  }

  if (isError && !sessions) return <LoadFailed error={error} onRetry={() => refetch()} />;
  if (!sessions) return <Skeleton height={72} />;
  if (sessions.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('account.no_sessions')}
      </Text>
    );
  }
  return (
    <ul className={classes.sessions}>
      {sessions.map((session) => {
        const name = [session.device ?? t('account.unknown_device'), session.address ?? '-'].join(' · ');
        return (
          <li key={session.id} className={classes.session}>
            <div>
              <Text size="sm">
                {name}{' '}
                {session.current && (
                  <Badge size="sm" variant="light" tt="none">
                    {t('account.this_session')}
                  </Badge>
                )}
              </Text>
              <Text size="xs" c="dimmed">
                {t('account.session_times', {
                  since: formatMoment(session.created_at),
                  seen: formatMoment(session.last_seen_at),
                })}
              </Text>
            </div>
            {!session.current && (
              <Button
                size="compact-xs"
                variant="default"
                loading={ending === session.id}
                aria-label={t('account.end_one', { item: name })}
                onClick={() => end(session)}
              >
                {t('account.end')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
