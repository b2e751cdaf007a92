import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconChevronsLeft from '@tabler/icons-react/dist/esm/icons/IconChevronsLeft.mjs';
import IconChevronsRight from '@tabler/icons-react/dist/esm/icons/IconChevronsRight.mjs';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { countText, formatNumber } from '../texts/format';
import { type PageSize, pageSizes } from './address';

interface Props {
  page: number;
  perPage: PageSize;
  total: number;
  /** True if there are more rows than `total`; then the last page is unknown. */
  more?: boolean;
  onPage: (page: number) => void;
  onPerPage: (perPage: PageSize) => void;
}

export function lastPage(total: number, perPage: number): number {
  return Math.max(0, Math.ceil(total / perPage) - 1);
}

export function Paging({ page, perPage, total, more = false, onPage, onPerPage }: Props) {
  const { t, i18n } = useTranslation();
  const label = useId();
  const last = lastPage(total, perPage);
  const number = (value: number) => formatNumber(value, i18n.language);
  const steps = [
    { name: t('list.first'), to: 0, Icon: IconChevronsLeft, off: page === 0 },
    { name: t('list.previous'), to: page - 1, Icon: IconChevronLeft, off: page === 0 },
    { name: t('list.next'), to: page + 1, Icon: IconChevronRight, off: page >= last && !more },
    { name: t('list.last'), to: last, Icon: IconChevronsRight, off: page >= last },
  ];
  // At the start: toasts come at the end of the screen, and cover no button here.
  return (
    <Group component="nav" aria-label={t('list.paging')} gap="md" mt="xs">
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed" id={label} visibleFrom="xs">
          {t('list.per_page')}
        </Text>
        <NativeSelect
          size="xs"
          aria-label={t('list.per_page')}
          value={String(perPage)}
          data={pageSizes.map(String)}
          onChange={(event) => {
            const chosen = pageSizes.find((size) => String(size) === event.currentTarget.value);
            if (chosen) onPerPage(chosen);
          }}
        />
      </Group>
      <Text size="xs" aria-live="polite">
        {t('list.range', {
          from: number(total === 0 ? 0 : page * perPage + 1),
          to: number(Math.min(total, (page + 1) * perPage)),
          total: countText(total, more, i18n.language),
        })}
      </Text>
      <Group gap={2} wrap="nowrap">
        {steps.map(({ name, to, Icon, off }) => (
          <ActionIcon
            key={name}
            variant="transparent"
            color="gray"
            className="page-step"
            aria-label={name}
            // Not the attribute `disabled`: on the last page the button keeps the keyboard focus.
            {...(off ? { 'data-disabled': true, 'aria-disabled': true } : {})}
            onClick={() => !off && onPage(to)}
          >
            <Icon size={16} />
          </ActionIcon>
        ))}
      </Group>
    </Group>
  );
}
