import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import { ListMessage } from '../list/ListStates';
import { PageHeader } from '../page/PageHeader';

/** Replaces the form of a course: explains where courses are created and how they are imported. */
export function SourceOnlyNotice({ title }: { title: string }) {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  return (
    <>
      <PageHeader title={t(title)} back />
      <ListMessage
        title={t('kinds.mata_kuliah.made_in_source', { source: settings.source_name })}
        detail={t('kinds.mata_kuliah.made_in_source_next')}
      >
        <Anchor component={Link} to="/mata_kuliah" size="sm">
          {t('kinds.mata_kuliah.title')}
        </Anchor>
      </ListMessage>
    </>
  );
}
