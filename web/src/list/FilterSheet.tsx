import { Button, Drawer, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterButton } from './FilterButton';

interface Props {
  count: number;
  children: ReactNode;
}

/** Filters and order of a list on a phone, in a sheet at the bottom of the screen. The list behind it follows at once. */
export function FilterSheet({ count, children }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  return (
    <>
      <FilterButton count={count} onClick={() => setOpened(true)} />
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        styles={{ content: { height: 'auto' } }}
        title={t('list.filter')}
        closeButtonProps={{ 'aria-label': t('confirm.close') }}
      >
        <Stack gap="xs">
          {children}
          <Button onClick={close}>{t('list.show_rows')}</Button>
        </Stack>
      </Drawer>
    </>
  );
}
