import { ActionIcon, Anchor, Button, Checkbox, Group, Loader, Popover, Text, TextInput } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError } from '../message/toasts';
import { useOpening } from '../message/useOpening';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { filterMenus } from '../texts/filterMenus';
import { addTexts } from '../texts/i18n';
import type { RawAddress } from './address';
import { deleteView, saveView, viewsQuery } from './savedViews';
import { ToolButton } from './ToolButton';

addTexts('filter_menus', filterMenus);

interface SavedFiltersProps {
  list: string;
  /** The current address; empty if the list has no filter, search or order. */
  address: RawAddress;
  onChoose: (address: RawAddress) => void;
}

/** The user's saved filters and those that others share: apply, add and delete. */
export function SavedFilters({ list, address, onChoose }: SavedFiltersProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const mayChange = useMayChange();
  const [button, opened, setOpened] = useOpening();
  const [label, setLabel] = useState('');
  const [shared, setShared] = useState(false);
  const client = useQueryClient();
  const query = viewsQuery(list);
  const views = useQuery({ ...query, enabled: opened });
  const saved = views.data ?? [];
  const worthSaving = Object.keys(address).length > 0;

  const change = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => client.invalidateQueries({ queryKey: query.queryKey }),
    onError: (cause) => toastError(failureText(cause)),
  });
  function save(event: FormEvent) {
    event.preventDefault();
    if (!label.trim()) return;
    change.mutate(async () => {
      await saveView(list, { label: label.trim(), address, shared });
      setLabel('');
      setShared(false);
    });
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={300}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ToolButton ref={button} of="saved" onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('list.saved')}>
        {views.isPending && <Loader size={14} />}
        {views.isError && (
          <Text size="sm" role="alert" mb="xs">
            {failureText(views.error)}
          </Text>
        )}
        {views.isSuccess && saved.length === 0 && (
          <Text size="sm" c="dimmed" mb="xs">
            {t('list.saved_none')}
          </Text>
        )}
        <ul className="column-choice">
          {saved.map((each) => (
            <li key={each.id}>
              <span className="saved-filter">
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  onClick={() => {
                    setOpened(false);
                    onChoose(each.address);
                  }}
                >
                  {each.label}
                </Anchor>
                {each.shared && (
                  <Text size="xs" c="dimmed">
                    {each.own ? t('filter_menus.shared') : t('filter_menus.shared_by', { name: each.owner })}
                  </Text>
                )}
              </span>
              {(each.own || mayChange) && (
                <ActionIcon
                  size={24}
                  variant="subtle"
                  color="gray"
                  aria-label={t('list.saved_forget', { item: each.label })}
                  onClick={() => change.mutate(() => deleteView(list, each.id))}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
        <form onSubmit={save}>
          <Group gap="xs" wrap="nowrap" align="flex-end" mt="xs">
            <TextInput
              size="xs"
              flex={1}
              label={t('list.saved_name')}
              value={label}
              maxLength={60}
              disabled={!worthSaving}
              onChange={(event) => setLabel(event.currentTarget.value)}
            />
            <Button
              type="submit"
              size="xs"
              variant="default"
              disabled={!worthSaving || !label.trim()}
              loading={change.isPending}
            >
              {t('form.save')}
            </Button>
          </Group>
          {mayChange && worthSaving && (
            <Checkbox
              size="xs"
              mt="xs"
              label={t('filter_menus.share')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
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
