import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import { useOpening } from '../message/useOpening';
import { help, type Term } from '../texts/help';
import { addTexts } from '../texts/i18n';
import { HelpButton } from './HelpButton';

addTexts('help', help);

/** Explains terms beside their heading. */
export function HelpPopover({ of, terms }: { of: string; terms: readonly Term[] }) {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const [button, opened, setOpened] = useOpening();
  const names = { source: settings.source_name, platform: settings.platform_name };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <HelpButton ref={button} of={of} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 10px)" aria-label={of}>
        {/* Gets the focus, so that it is read out and Escape closes it. */}
        <dl className="help" tabIndex={0} data-autofocus>
          {terms.map((term) => (
            <div key={term}>
              <dt>{t(`help.${term}.title`, names)}</dt>
              <dd>{t(`help.${term}.text`, names)}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
