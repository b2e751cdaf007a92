import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import { defaultSettings, settingsQuery } from '../api/settings';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import {
  actionsOf,
  type Destination,
  type Group,
  matchWords,
  resultGroups,
  screensOf,
  sessionActions,
} from './destinations';
import { searchQuery } from './searchQuery';

/** A search over all kinds of data, screens and actions, usable by keyboard alone. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const ask = useConfirm();
  const failureText = useFailureText();
  const list = useId();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const [typed, setTyped] = useState('');
  const [position, setPosition] = useState(0);
  const [query] = useDebouncedValue(typed.trim(), 150);
  const results = useQuery(searchQuery(query));

  const mayChange = useMayChange();
  const own = useMemo(
    () => ({
      screens: screensOf(settings, t, mayChange),
      actions: [...(mayChange ? actionsOf(settings, t) : []), ...sessionActions(t)],
    }),
    [settings, t, mayChange],
  );
  const groups: Group[] = [
    ...resultGroups(query === '' ? [] : (results.data ?? []), t, i18n.language),
    // The list scrolls, so every match is in it.
    { title: t('search.screens'), entries: matchWords(own.screens, typed) },
    { title: t('search.actions'), entries: typed.trim() ? matchWords(own.actions, typed) : [] },
  ].filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const active = Math.min(position, entries.length - 1);
  const idOf = (place: number) => `${list}-${place}`;

  function go(destination: Destination | undefined) {
    if (!destination) return;
    onClose();
    if (typeof destination.target === 'function') return destination.target();
    if (typeof destination.target !== 'string') return ask(destination.target);
    const [path, query] = destination.target.split('?');
    const search = Object.fromEntries(new URLSearchParams(query)) as never;
    void navigate({ to: path ?? '/', search });
  }

  function press(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      const next = (active + step + entries.length) % entries.length;
      setPosition(next);
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // Server results may belong to the previous text; screens and actions never do.
      const isCurrent = query === typed.trim() && !results.isPlaceholderData;
      if (isCurrent || [...own.screens, ...own.actions].some(({ id }) => id === entries[active]?.id)) {
        go(entries[active]);
      }
    }
  }

  let place = -1;
  return (
    <Modal opened onClose={onClose} withCloseButton={false} title={t('search.open')} yOffset="10vh" size="lg">
      <TextInput
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPosition(0);
        }}
        onKeyDown={press}
        placeholder={t('search.hint')}
        aria-label={t('search.open')}
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={list}
        aria-activedescendant={entries.length > 0 ? idOf(active) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      {results.isError && (
        <Text size="sm" mt="xs" role="alert" className="state-text" data-state="gagal">
          {failureText(results.error)}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={4} role="status">
        {typed.trim() !== '' && (results.isFetching ? t('search.looking') : summary())}
      </Text>
      <div id={list} role="listbox" aria-label={t('search.results')} className="search-results">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset is not
          <div key={group.title} role="group" aria-label={group.title}>
            <div className="search-group" aria-hidden>
              {group.title}
            </div>
            {group.entries.map((entry) => {
              place += 1;
              const own = place;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, because it keeps the focus
                <div
                  key={entry.id}
                  id={idOf(own)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={own === active}
                  className="search-option"
                  onClick={() => go(entry)}
                  onPointerMove={() => own !== active && setPosition(own)}
                >
                  <span>{entry.label}</span>
                  {entry.detail && <span>{entry.detail}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </Modal>
  );

  function summary(): string {
    return entries.length === 0 ? t('search.none') : '';
  }
}
