import { Alert, Button, Code, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Account.module.css';

/** Recovery codes. They are shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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
