import { Alert, Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../list/LoadStates';
import { toastSuccess } from '../message/toasts';
import { Skeleton } from '../page/Skeleton';
import { formatNumber } from '../texts/format';
import { AskFor } from './AskFor';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  type Proposal,
  renewRecoveryCodes,
  secondFactorQuery,
} from './calls';
import { Proposed } from './Proposed';
import { RecoveryCodes } from './RecoveryCodes';
import { Section } from './Section';

type Deed = 'begin' | 'renew' | 'end';

/** The authenticator code beside the password: set up in two steps, renewed, ended. */
export function SecondFactor() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { data: standing, isError, error, refetch } = useQuery(secondFactorQuery);
  const [asked, setAsked] = useState<Deed>();
  const [proposal, setProposal] = useState<Proposal>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (!standing) {
    return (
      <Section title={t('second_factor.title')} about={t('second_factor.about')} waiting={!isError}>
        {isError ? <LoadFailed error={error} onRetry={() => refetch()} /> : <Skeleton height={62} />}
      </Section>
    );
  }
  const again = () => queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });

  async function shown(typed: { password: string; code: string }) {
    if (asked === 'begin') setProposal(await beginSecondFactor(typed.password));
    if (asked === 'renew') setCodes(await renewRecoveryCodes(typed));
    if (asked === 'end') toastSuccess(await endSecondFactor(typed));
    setAsked(undefined);
    await again();
  }

  return (
    <Section title={t('second_factor.title')} about={t('second_factor.about')}>
      {standing.duty && !standing.active && (
        <Alert color="yellow" py={6} mb="sm" role="alert">
          {t('second_factor.duty')}
        </Alert>
      )}
      {!standing.available && !standing.active && <Text size="sm">{t('second_factor.unavailable')}</Text>}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      {proposal && (
        <Proposed
          proposal={proposal}
          onCode={async (code) => {
            setCodes(await confirmSecondFactor(code));
            setProposal(undefined);
            await again();
            // Calls that the server refused without a second factor now succeed.
            await queries.invalidateQueries();
          }}
          onCancel={() => setProposal(undefined)}
        />
      )}
      {!proposal && !codes && (
        <>
          <Text size="sm" mb="xs" className="state-text" data-state={standing.active ? 'sudah' : 'belum'}>
            {standing.active
              ? t('second_factor.active', { n: formatNumber(standing.recovery_codes, i18n.language) })
              : t('second_factor.inactive')}
          </Text>
          {asked ? (
            <AskFor
              key={asked}
              asks={asked === 'begin' ? ['password'] : ['password', 'code']}
              submit={t(`second_factor.${asked}`)}
              onSubmit={shown}
              onCancel={() => setAsked(undefined)}
            />
          ) : (
            <Button.Group>
              {(standing.active ? (['renew', 'end'] as const) : (['begin'] as const)).map((deed) => (
                <Button
                  key={deed}
                  size="xs"
                  variant="default"
                  disabled={!standing.available && deed !== 'end'}
                  onClick={() => setAsked(deed)}
                >
                  {t(`second_factor.${deed}`)}
                </Button>
              ))}
            </Button.Group>
          )}
        </>
      )}
    </Section>
  );
}
