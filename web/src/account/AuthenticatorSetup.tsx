import { Code, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Account.module.css';
import { CredentialsPrompt } from './CredentialsPrompt';
import type { Proposal } from './calls';

interface Props {
  proposal: Proposal;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

/** The secret that the user scans or types into an authenticator, and its first code. */
export function AuthenticatorSetup({ proposal, onCode, onCancel }: Props) {
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
