import { Alert, Button, Code, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../list/LoadStates';
import { toastSuccess } from '../message/toasts';
import { Skeleton } from '../page/Skeleton';
import { formatNumber } from '../texts/format';
import classes from './Account.module.css';
import { CredentialsPrompt } from './CredentialsPrompt';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  type Proposal,
  renewRecoveryCodes,
  secondFactorQuery,
} from './calls';
import { Section } from './Section';

type Action = 'begin' | 'renew' | 'end';

/** The authenticator code beside the password: set up in two steps, renewed, ended. */
export function SecondFactor() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { data: status, isError, error, refetch } = useQuery(secondFactorQuery);
  const [action, setAction] = useState<Action>();
  const [proposal, setProposal] = useState<Proposal>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (!status) {
    return (
      <Section title={t('second_factor.title')} about={t('second_factor.about')} loading={!isError}>
        {isError ? <LoadFailed error={error} onRetry={() => refetch()} /> : <Skeleton height={62} />}
      </Section>
    );
  }
  const refresh = () => queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });

  async function submit(typed: { password: string; code: string }) {
    if (action === 'begin') setProposal(await beginSecondFactor(typed.password));
    if (action === 'renew') setCodes(await renewRecoveryCodes(typed));
    if (action === 'end') toastSuccess(await endSecondFactor(typed));
    setAction(undefined);
    await refresh();
  }

  return (
    <Section title={t('second_factor.title')} about={t('second_factor.about')}>
      {status.duty && !status.active && (
        <Alert color="yellow" py={6} mb="sm" role="alert">
          {t('second_factor.duty')}
        </Alert>
      )}
      {!status.available && !status.active && <Text size="sm">{t('second_factor.unavailable')}</Text>}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      {proposal && (
        <AuthenticatorSetup
          proposal={proposal}
          onCode={async (code) => {
            setCodes(await confirmSecondFactor(code));
            setProposal(undefined);
            await refresh();
            // Calls that the server refused without a second factor now succeed.
            await queries.invalidateQueries();
          }}
          onCancel={() => setProposal(undefined)}
        />
      )}
      {!proposal && !codes && (
        <>
          <Text size="sm" mb="xs" className="state-text" data-state={status.active ? 'sudah' : 'belum'}>
            {status.active
              ? t('second_factor.active', { n: formatNumber(status.recovery_codes, i18n.language) })
              : t('second_factor.inactive')}
          </Text>
          {action ? (
            <CredentialsPrompt
              key={action}
              credentials={action === 'begin' ? ['password'] : ['password', 'code']}
              submit={t(`second_factor.${action}`)}
              onSubmit={submit}
              onCancel={() => setAction(undefined)}
            />
          ) : (
            <Button.Group>
              {(status.active ? (['renew', 'end'] as const) : (['begin'] as const)).map((offered) => (
                <Button
                  key={offered}
                  size="xs"
                  variant="default"
                  disabled={!status.available && offered !== 'end'}
                  onClick={() => setAction(offered)}
                >
                  {t(`second_factor.${offered}`)}
                </Button>
              ))}
            </Button.Group>
          )}
        </>
      )}
    </Section>
  );
}

interface AuthenticatorProps {
  proposal: Proposal;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

/** The secret that the user scans or types into an authenticator, and its first code. */
function AuthenticatorSetup({ proposal, onCode, onCancel }: AuthenticatorProps) {
  const { t } = useTranslation();
  const picture = `data:image/svg+xml,${encodeURIComponent(proposal.picture)}`;
  return (
    <div className={classes.proposed}>
      <img
        src={picture}
        alt={t('second_factor.picture')}
        width={200}
        height={200}
        className={classes.picture}
      />
      <div>
        <Text size="sm">{t('second_factor.scan')}</Text>
        <Code className={classes.secret}>{proposal.secret.match(/.{1,4}/g)?.join(' ')}</Code>
        <CredentialsPrompt
          credentials={['code']}
          submit={t('second_factor.confirm')}
          onSubmit={({ code }) => onCode(code)}
          onCancel={onCancel}
        />
      </div>
    </div>
  );
}

/** Recovery codes. They are shown only once. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" role="alert">
      <Text fw={600} size="sm">
        {t('second_factor.codes')}
      </Text>
      {t('second_factor.codes_about')}
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ul>
      <Button size="xs" onClick={onClose}>
        {t('second_factor.codes_kept')}
      </Button>
    </Alert>
  );
}
