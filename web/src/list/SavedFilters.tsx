import { ActionIcon, Anchor, Button, Group, Popover, Text, TextInput } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpening } from '../message/useOpening';
import type { RawAddress } from './address';
import { addFilter, removeFilter, useSavedFilters } from './filterStore';
import { ToolButton } from './ToolButton';

interface SavedFiltersProps {
  list: string;
  /** The current address; empty if the list has no filter, search or order. */
  address: RawAddress;
  onChoose: (address: RawAddress) => void;
}

/** The user's saved filters: apply, add and delete. */
export function SavedFilters({ list, address, onChoose }: SavedFiltersProps) {
  const { t } = useTranslation();
  const [button, opened, setOpened] = useOpening();
  const [name, setName] = useState('');
  const [saved, store] = useSavedFilters(list);
  const worthSaving = Object.keys(address).length > 0;

  function save(event: FormEvent) {
    event.preventDefault();
    if (!name.trim()) return;
    store(addFilter(saved, { name: name.trim(), address }));
    setName('');
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={280}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ToolButton ref={button} of="saved" onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('list.saved')}>
        {saved.length === 0 && (
          <Text size="sm" c="dimmed" mb="xs">
            {t('list.saved_none')}
          </Text>
        )}
        <ul className="column-choice">
          {saved.map((each) => (
            <li key={each.name}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => {
                  setOpened(false);
                  onChoose(each.address);
                }}
              >
                {each.name}
              </Anchor>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                aria-label={t('list.saved_forget', { item: each.name })}
                onClick={() => store(removeFilter(saved, each.name))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <form onSubmit={save}>
          <Group gap="xs" wrap="nowrap" align="flex-end" mt="xs">
            <TextInput
              size="xs"
              flex={1}
              label={t('list.saved_name')}
              value={name}
              maxLength={60}
              disabled={!worthSaving}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" variant="default" disabled={!worthSaving || !name.trim()}>
              {t('form.save')}
            </Button>
          </Group>
          {!worthSaving && (
            <Text size="xs" c="dimmed" mt={4}>
              {t('list.saved_nothing')}
            </Text>
          )}
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
