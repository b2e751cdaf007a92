import { Anchor, Popover, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../texts/i18n';
import { noticeTexts } from '../texts/noticeTexts';
import { NoticesButton } from './NoticesButton';
import { useNotices } from './useNotices';

addTexts('notice_texts', noticeTexts);

/** The open notices, each with the page to decide or fix it. */
export function NoticesPanel() {
  const { t } = useTranslation();
  const notices = useNotices();
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={400}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <NoticesButton count={notices?.length ?? 0} onClick={() => setOpen((before) => !before)} />
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 10px)" aria-label={t('notices.title')}>
        <Text fw={600} size="sm" px="sm" pt="sm" pb={4}>
          {t('notices.title')}
        </Text>
        {notices?.length ? (
          <ul className="tray-list">
            {notices.map(({ code, text, to }) => (
              <li key={code} className="tray-line">
                <Text size="sm">{text}</Text>
                <Anchor
                  component={Link}
                  {...to}
                  size="xs"
                  aria-label={`${t('attention.see')}: ${text}`}
                  onClick={close}
                >
                  {t('attention.see')}
                </Anchor>
              </li>
            ))}
          </ul>
        ) : (
          <Text size="sm" c="dimmed" px="sm" pb="sm">
            {t(notices ? 'notice_texts.none' : 'list.loading')}
          </Text>
        )}
        <Text size="xs" c="dimmed" px="sm" py={8} className="tray-line">
          {t('notice_texts.about')}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
