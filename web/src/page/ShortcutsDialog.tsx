import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../texts/i18n';
import { shortcuts as shortcutsTexts } from '../texts/shortcuts';

addTexts('shortcuts', shortcutsTexts);

const shortcuts = [
  { keys: ['j', '↓'], text: 'shortcuts.next' },
  { keys: ['k', '↑'], text: 'shortcuts.previous' },
  { keys: ['x'], text: 'shortcuts.choose' },
  { keys: ['Enter'], text: 'shortcuts.open' },
  { keys: ['/'], text: 'shortcuts.search' },
  { keys: ['Ctrl', 'K'], text: 'shortcuts.everything' },
  { keys: ['Tab'], text: 'shortcuts.within' },
  { keys: ['Esc'], text: 'shortcuts.close' },
  { keys: ['?'], text: 'shortcuts.help' },
] as const;

/** The keyboard shortcuts of the dashboard. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      centered
    >
      <dl className="shortcuts">
        {shortcuts.map(({ keys, text }) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
