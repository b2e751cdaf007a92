import { UnstyledButton } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../message/onDemand';
import { useLoadFailure } from '../message/unreachable';

const SearchDialog = onDemand(() => import('./SearchDialog').then((module) => module.SearchDialog));

/** The field in the top bar that opens the search. Ctrl-K opens it everywhere. */
export function SearchField() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const close = useCallback(() => setOpened(false), []);
  const onLoadFailed = useLoadFailure(close);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setOpened(true);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <UnstyledButton
        className="search-field"
        aria-label={t('search.open')}
        aria-keyshortcuts="Control+K"
        onPointerEnter={() => void SearchDialog.preload()}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={15} aria-hidden />
        <span>{t('search.short')}</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      {opened && <SearchDialog onClose={close} onLoadFailed={onLoadFailed} />}
    </>
  );
}
