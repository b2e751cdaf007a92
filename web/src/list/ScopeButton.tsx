import { CloseButton, InputBase, type InputBaseProps } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Narrowing } from './declaration';
import { scopeLabel } from './requests';

interface Props extends Omit<ComponentPropsWithRef<'button'>, keyof InputBaseProps> {
  of: Narrowing;
  scope: Record<string, string>;
  opened?: boolean;
  onClear: () => void;
  className?: string | undefined;
}

/** The closed dropdown: the current choice, or the prompt to choose. */
export function ScopeButton({ of, scope, opened = false, onClear, className, ...rest }: Props) {
  const { t } = useTranslation();
  const text = (name: string) => t(`${of.id}_filter.${name}`);
  const hasScope = Object.keys(scope).length > 0;
  return (
    <InputBase
      component="button"
      type="button"
      {...rest}
      pointer
      size="xs"
      // The open dropdown passes a class name, which must not replace the button's own.
      className={['class-filter', className].filter(Boolean).join(' ')}
      aria-label={hasScope ? `${text('label')}: ${scopeLabel(of, scope)}` : text('label')}
      aria-haspopup="listbox"
      aria-expanded={opened}
      rightSection={
        hasScope ? (
          <CloseButton size="sm" aria-label={text('clear')} onClick={onClear} />
        ) : (
          <IconChevronDown size={14} aria-hidden />
        )
      }
      rightSectionPointerEvents={hasScope ? 'all' : 'none'}
    >
      {hasScope ? scopeLabel(of, scope) : <span className="placeholder">{text('placeholder')}</span>}
    </InputBase>
  );
}
