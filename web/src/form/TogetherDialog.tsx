import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import type { NamedRow } from '../list/bulk';
import { toastSuccess, toastWarning } from '../message/toasts';
import { LoadingLine } from '../page/LoadingLine';
import { useFailureText } from '../texts/failure';
import { formatDate, formatNumber } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { together as texts } from '../texts/together';
import type { FormDeclaration, FormField } from './declaration';
import { FormInput } from './FormInput';
import {
  ChangedMeanwhile,
  changesOf,
  type Edits,
  isOfRow,
  presentValues,
  readRows,
  saveEdits,
  type TogetherRow,
  togetherFields,
} from './together';

addTexts('together', texts);

interface Props {
  form: FormDeclaration;
  rows: readonly NamedRow[];
  onClose: () => void;
  /** All rows have been changed. */
  onDone: () => void;
}

/** The rows of a run that has ended with failures, or was stopped. */
interface Outcome {
  changed: number;
  failed: readonly { row: TogetherRow; message: string }[];
  untried: readonly TogetherRow[];
}

/** Values named in a sentence. More would not be read. */
const shownValues = 4;

/**
 * Changes fields of several rows at once: what is typed, what becomes of the rows, then one row after the other with the
 * form's call. Failed rows are listed first and tried again alone.
 */
export function TogetherDialog({ form, rows: named, onClose, onDone }: Props) {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Edits>({});
  const [run, setRun] = useState<{ done: number; total: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [changedBefore, setChangedBefore] = useState(0);
  const stopped = useRef(false);
  const isShown = useRef(true);
  const [focusedBefore] = useState(() => document.activeElement);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      stopped.current = true;
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
      else document.getElementById('isi')?.focus();
    };
  }, [focusedBefore]);

  const fields = togetherFields(form);
  const ids = named.map(({ id }) => id);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const read = useQuery({
    queryKey: ['form', form.id, 'together', ids],
    queryFn: ({ signal }) => readRows(form, ids, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const rows = read.data ?? [];
  const edits = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])),
  );
  const changing = rows.filter((row) => changesOf(row, edits).length > 0);

  const number = (n: number) => formatNumber(n, i18n.language);
  const counted = (key: string, n: number) => t(`together.${key}`, { n: number(n), count: n });
  const labelOfField = ({ name }: FormField) => t([`kinds.${form.id}.labels.${name}`, `fields.${name}`]);
  const display = ({ type }: FormField, value: unknown) => {
    const text = String(value ?? '') || t('confirm.empty_value');
    return type === 'date' && value ? formatDate(text) : text;
  };
  /** `11 (20), 12 (8), 2 nilai lain`; a value that all have stands alone. */
  const valuesText = (of: readonly TogetherRow[], field: FormField) => {
    const values = presentValues(of, field.name);
    const [only] = values;
    if (only && values.length === 1) return display(field, only.value);
    const shown = values.slice(0, shownValues);
    const parts = shown.map(({ value, rows }) => `${display(field, value)} (${number(rows)})`);
    const left = values.length - shown.length;
    return [...parts, ...(left > 0 ? [counted('others', left)] : [])].join(', ');
  };

  function messageOf(cause: unknown): string {
    if (cause instanceof ChangedMeanwhile) {
      const { field, now } = cause;
      return t('together.meanwhile', {
        field: labelOfField(field),
        now: display(field, now.values[field.name]),
      });
    }
    const [first] = cause instanceof ApiError ? Object.values(cause.fields) : [];
    return first ?? failureText(cause);
  }

  async function change(toChange: readonly TogetherRow[]) {
    stopped.current = false;
    setOutcome(null);
    const failed: Outcome['failed'][number][] = [];
    let untried: readonly TogetherRow[] = [];
    let changed = 0;
    for (const [at, row] of toChange.entries()) {
      setRun({ done: at, total: toChange.length });
      try {
        await saveEdits(form, row, edits);
        changed += 1;
      } catch (cause) {
        // Who has seen the newer value may replace it.
        failed.push({ row: cause instanceof ChangedMeanwhile ? cause.now : row, message: messageOf(cause) });
        if (!isOfRow(cause)) stopped.current = true;
      }
      if (stopped.current) {
        untried = toChange.slice(at + 1);
        break;
      }
    }
    setRun(null);
    void queries.invalidateQueries({ queryKey: ['list'] });
    void queries.invalidateQueries({ queryKey: ['summary'] });
    const all = changedBefore + changed;
    if (failed.length === 0 && untried.length === 0) {
      toastSuccess(counted('changed', all));
      if (isShown.current) onDone();
    } else if (isShown.current) {
      setChangedBefore(all);
      setOutcome({ changed: all, failed, untried });
    } else {
      const left = [...failed.map(({ row }) => row), ...untried].length;
      toastWarning(t('together.interrupted'), `${counted('changed', all)} ${counted('untried', left)}`);
    }
  }

  return (
    <Modal
      opened
      // A click beside the dialog must not end what is running.
      onClose={run ? () => undefined : onClose}
      withCloseButton={!run}
      title={t('together.title', {
        n: number(ids.length),
        count: ids.length,
        kind: t(`kinds.${form.id}.many`),
      })}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      returnFocus={false}
      centered
    >
      {content()}
    </Modal>
  );

  function content() {
    if (run) return <Running {...run} onStop={() => (stopped.current = true)} />;
    if (outcome) return ended(outcome);
    if (read.isPending) return <LoadingLine text={t('together.reading')} />;
    if (read.isError) {
      return (
        <Stack align="flex-start" gap="xs" role="alert">
          <Text size="sm">{failureText(read.error)}</Text>
          <Button size="xs" variant="default" onClick={() => read.refetch()}>
            {t('list.retry')}
          </Button>
        </Stack>
      );
    }
    return question();
  }

  function question() {
    const submit = (event: FormEvent) => {
      event.preventDefault();
      if (changing.length > 0) void change(changing);
    };
    const gone = ids.length - rows.length;
    return (
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">{t('together.about')}</Text>
          {gone > 0 && (
            <Alert color="yellow" py="xs" role="note">
              {counted('gone', gone)}
            </Alert>
          )}
          {fields.map((field) => (
            <FormInput
              key={field.name}
              field={field}
              name={field.name}
              label={labelOfField(field)}
              value={typed[field.name] ?? ''}
              error={undefined}
              required={false}
              hint={t('together.present', { values: valuesText(rows, field) })}
              onChange={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
            />
          ))}
          <div className="together-plan">{preview()}</div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('together.cancel')}
            </Button>
            <Button
              type="submit"
              {...(changing.length === 0 ? { 'data-disabled': true, 'aria-disabled': true } : {})}
            >
              {changing.length > 0 ? counted('save', changing.length) : t('together.save_none')}
            </Button>
          </Group>
        </Stack>
      </form>
    );
  }

  function preview() {
    if (Object.keys(edits).length === 0) return null;
    const alike = rows.length - changing.length;
    const changed = fields.flatMap((field) => {
      const of = changing.filter((row) => changesOf(row, edits).includes(field.name));
      return of.length > 0 ? [{ field, of }] : [];
    });
    return (
      <>
        <Text size="sm" fw={600} role="status">
          {[
            changing.length > 0 && counted('will_change', changing.length),
            alike > 0 && counted('alike', alike),
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
        {changed.map(({ field, of }) => (
          <Text key={field.name} size="sm">
            {t('together.from_to', {
              field: labelOfField(field),
              from: valuesText(of, field),
              to: display(field, edits[field.name]),
            })}
          </Text>
        ))}
        {changing.length > 0 && (
          <details className="together-rows">
            <summary>{t('together.see')}</summary>
            <ul>
              {changing.map((row) => (
                <li key={row.id}>
                  <strong>{names.get(row.id)}</strong>{' '}
                  {fields
                    .filter(({ name }) => changesOf(row, edits).includes(name))
                    .map(
                      (field) =>
                        `${display(field, row.values[field.name])} → ${display(field, edits[field.name])}`,
                    )
                    .join(' · ')}
                </li>
              ))}
            </ul>
          </details>
        )}
      </>
    );
  }

  function ended({ changed, failed, untried }: Outcome) {
    const again = [...failed.map(({ row }) => row), ...untried];
    return (
      <Stack gap="sm">
        <div role="status">
          {failed.length > 0 && (
            <Text size="sm" fw={600} className="state-text" data-state="gagal">
              {counted('failed', failed.length)}
            </Text>
          )}
          <Text size="sm">
            {[untried.length > 0 && counted('untried', untried.length), counted('changed', changed)]
              .filter(Boolean)
              .join(' ')}
          </Text>
        </div>
        {failed.length > 0 && (
          <ul className="together-failed">
            {failed.map(({ row, message }) => (
              <li key={row.id}>
                <strong>{names.get(row.id)}</strong> {message}
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('confirm.close')}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              setOutcome(null);
              setChangedBefore(0);
              void read.refetch();
            }}
          >
            {t('together.back')}
          </Button>
          <Button data-autofocus onClick={() => void change(again)}>
            {counted('retry', again.length)}
          </Button>
        </Group>
      </Stack>
    );
  }
}

interface RunningProps {
  done: number;
  total: number;
  onStop: () => void;
}

function Running({ done, total, onStop }: RunningProps) {
  const { t, i18n } = useTranslation();
  const [stopping, setStopping] = useState(false);
  const number = (n: number) => formatNumber(n, i18n.language);
  const stop = useRef<HTMLButtonElement>(null);
  // The focused button disappeared with the question.
  useEffect(() => stop.current?.focus(), []);
  return (
    <Stack gap="sm">
      <Progress.Root size="sm">
        <Progress.Section value={(100 * done) / total} aria-label={t('together.running')} />
      </Progress.Root>
      <Text size="sm">
        {t('together.done', { done: number(done), total: number(total) })} · {t('together.keep_open')}
      </Text>
      <Group justify="flex-end">
        <Button
          ref={stop}
          variant="default"
          {...(stopping ? { 'data-disabled': true, 'aria-disabled': true } : {})}
          onClick={() => {
            setStopping(true);
            onStop();
          }}
        >
          {t('together.stop')}
        </Button>
      </Group>
    </Stack>
  );
}
