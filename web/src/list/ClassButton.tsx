import { CloseButton, InputBase, type InputBaseProps } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classLabel } from './requests';

interface Props extends Omit<ComponentPropsWithRef<'button'>, keyof InputBaseProps> {
  scope: Record<string, string>;
  opened?: boolean;
  onClear: () => void;
}

/** The class dropdown while it is closed: the chosen class, or the invitation to choose one. */
export function ClassButton({ scope, opened = false, onClear, ...rest }: Props) {
  const { t } = useTranslation();
  const chosen = Object.keys(scope).length > 0;
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      size="xs"
      className="class-filter"
      aria-label={chosen ? `${t('class_filter.label')}: ${classLabel(scope)}` : t('class_filter.label')}
      aria-haspopup="listbox"
      aria-expanded={opened}
      rightSection={
        chosen ? (
          <CloseButton size="sm" aria-label={t('class_filter.clear')} onClick={onClear} />
        ) : (
          <IconChevronDown size={14} aria-hidden />
        )
      }
      rightSectionPointerEvents={chosen ? 'all' : 'none'}
      {...rest}
    >
      {chosen ? classLabel(scope) : <span className="placeholder">{t('class_filter.placeholder')}</span>}
    </InputBase>
  );
}
