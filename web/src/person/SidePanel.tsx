import { ActionIcon, Anchor, FocusTrap, Title } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PanelTarget } from '../kinds/pages';
import { useNarrow } from '../page/useNarrow';
import { addTexts } from '../texts/i18n';
import { person as personTexts } from '../texts/person';
import { ClassView } from './ClassView';
import classes from './Person.module.css';
import { PersonView } from './PersonView';

addTexts('person', personTexts);

interface Props extends PanelTarget {
  onClose: () => void;
}

/** A person or class of a list, beside the list. On a phone the panel covers the screen. */
export function SidePanel({ kind, number, page, onClose }: Props) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  useEscape(panel, onClose);
  useFocus(panel, page.to);

  const header = (title: string, actions?: ReactNode) => (
    <header className={classes.panelHeader}>
      <Title order={2} size="h3" id={heading} className={classes.panelTitle}>
        {title}
      </Title>
      <div className={classes.panelTools}>
        <Anchor component={Link} {...page} size="sm" className={classes.panelPage}>
          {t('person.open_page')} <IconExternalLink size={14} aria-hidden />
        </Anchor>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          data-autofocus
          data-hint={t('person.close_panel')}
          aria-label={t('person.close_panel')}
          onClick={onClose}
        >
          <IconX size={18} />
        </ActionIcon>
      </div>
      {actions && <div className={classes.panelActions}>{actions}</div>}
    </header>
  );
  return (
    // A new key, because folds and scroll position belong to one person or class.
    <FocusTrap key={`${kind} ${number}`} active={narrow === true} innerRef={panel}>
      <aside
        className={`side-panel ${classes.panel}`}
        aria-labelledby={heading}
        tabIndex={-1}
        {...(narrow ? { role: 'dialog', 'aria-modal': true } : {})}
      >
        {kind === 'kelas' ? (
          <ClassView number={number} header={header} />
        ) : (
          <PersonView kind={kind} number={number} header={header} />
        )}
      </aside>
    </FocusTrap>
  );
}

/** Closes the panel on Esc, unless the key belongs to a dialog, a menu or a field. */
function useEscape(panel: { current: HTMLElement | null }, onClose: () => void) {
  const close = useCallbackRef(onClose);
  useEffect(() => {
    function press({ key, target, defaultPrevented }: KeyboardEvent) {
      if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return;
      const owner = target.closest('[role=dialog], [role=menu], [role=listbox], input, select, textarea');
      if (!owner || owner.contains(panel.current)) close();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [panel, close]);
}

/** Moves the focus into the panel, and back to the row's link when the panel closes. */
function useFocus(panel: { current: HTMLElement | null }, page: string) {
  const latest = useRef(page);
  useEffect(() => {
    const isFirst = latest.current === page;
    latest.current = page;
    // A step with j or k from a focused row leaves the focus there.
    const onRow = document.activeElement?.hasAttribute('data-row');
    if (isFirst || !onRow) panel.current?.focus({ preventScroll: true });
  }, [panel, page]);
  useEffect(
    () => () => {
      // The panel took the focus with it, unless the user has moved on.
      if (document.activeElement !== document.body) return;
      const row = document.querySelector<HTMLElement>(`[data-rows] a[href="${CSS.escape(latest.current)}"]`);
      (row ?? document.getElementById('isi'))?.focus({ preventScroll: true });
    },
    [],
  );
}
