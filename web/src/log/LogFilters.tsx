import { NativeSelect, Pill, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultSettings, settingsQuery } from '../api/settings';
import { DayPicker } from '../form/DayPicker';
import { kindsInUse } from '../kinds/kinds';
import type { RawAddress } from '../list/address';

/** The filters of the log besides its text, as in calls and in the address. */
const logFilters = ['from', 'to', 'kind', 'verb', 'actor', 'account', 'person'] as const;
type LogFilter = (typeof logFilters)[number];
export type LogFilterValues = Partial<Record<LogFilter, string>>;

const verbs = [
  'sync',
  'export',
  'enroll',
  'unenroll',
  'delete',
  'close',
  'mend',
  'align',
  'undo',
  'create',
  'update',
] as const;

/** Reads the filters of the log from an address. */
export function readLogFilters(raw: RawAddress): LogFilterValues {
  return Object.fromEntries(logFilters.flatMap((name) => (raw[name] ? [[name, raw[name]]] : [])));
}

interface Props {
  values: LogFilterValues;
  onChange: (next: LogFilterValues) => void;
}

/** The filters of the log: days, kind, verb, actor, account and person. An account is chosen in the list. */
export function LogFilters({ values, onChange }: Props) {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const set = (name: LogFilter, value: string) => {
    const { [name]: before = '', ...others } = values;
    // Leaving an unchanged field must not reset the page.
    if (value === before) return;
    onChange(value ? { ...others, [name]: value } : others);
  };
  const all = t('list.all').toLowerCase();
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <DayPicker
          key={name}
          name={name}
          label={t(`log.${name}`)}
          labelled={false}
          value={values[name] ?? ''}
          min={name === 'to' ? values.from : undefined}
          onChange={(day) => set(name, day)}
        />
      ))}
      <NativeSelect
        size="xs"
        className="list-filter"
        aria-label={t('log.kind')}
        value={values.kind ?? ''}
        data={[
          { value: '', label: `${t('log.kind')}: ${all}` },
          ...kindsInUse(settings).map(({ list }) => ({ value: list.id, label: t(`kinds.${list.id}.data`) })),
        ]}
        onChange={(event) => set('kind', event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        className="list-filter"
        aria-label={t('log.verb')}
        value={values.verb ?? ''}
        data={[
          { value: '', label: `${t('log.verb')}: ${all}` },
          ...verbs.map((value) => ({ value, label: t([`log.verbs.${value}`, `jobs.verbs.${value}`]) })),
        ]}
        onChange={(event) => set('verb', event.currentTarget.value)}
      />
      {(['actor', 'person'] as const).map((name) => (
        <TypedFilter
          key={name}
          label={t(`log.by_${name}`)}
          value={values[name] ?? ''}
          onDone={(typed) => set(name, typed)}
        />
      ))}
      {values.account && (
        <Pill
          withRemoveButton
          // Mantine hides its clear button from keyboards and screen readers, because Backspace clears its own fields.
          removeButtonProps={{ 'aria-label': t('log.all_accounts'), 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => set('account', '')}
        >
          {t('log.account', { id: values.account })}
        </Pill>
      )}
    </>
  );
}

interface TypedProps {
  label: string;
  value: string;
  onDone: (typed: string) => void;
}

/** A text field that applies its value on Enter or blur, and follows the address. */
function TypedFilter({ label, value, onDone }: TypedProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => onDone(typed.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(typed.trim());
      }}
    />
  );
}
