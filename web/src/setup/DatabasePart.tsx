import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Findings } from '../settings/Findings';
import type { PartProps } from './answers';
import type { DatabaseLook } from './calls';
import { Field, Looking, Part } from './Part';
import type { Look } from './useLook';

interface Props extends PartProps {
  /** True if the database is set outside this page, so that there is no choice. */
  given: boolean;
  database: { look: Look<DatabaseLook>; begin: () => Promise<void> };
}

/** The dashboard's own database. */
export function DatabasePart({ given, database, ...part }: Props) {
  const { t } = useTranslation();
  return (
    <Part title={t('setup.database')}>
      {given ? (
        <Text size="sm" c="dimmed">
          {t('setup.database_given')}
        </Text>
      ) : (
        <Field
          {...part}
          name="database_url"
          label={t('setup.database_url')}
          hint={t('setup.database_url_hint')}
          secret
        />
      )}
      <Looking label={t('setup.look_database')} look={database.look} onLook={() => void database.begin()}>
        {({ inspection }) => <Findings findings={inspection.findings} />}
      </Looking>
    </Part>
  );
}
