import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Row, send } from '../api/client';
import { ViewerNotice } from '../list/ListStates';
import type { Prompt } from '../message/dialogProps';
import { Message } from '../message/Message';
import { Question } from '../message/Question';
import { toastError, toastSuccess } from '../message/toasts';
import { PageHeader, useGoBack } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { actorName, useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import {
  emptyInputs,
  type FormDeclaration,
  type FormField,
  type FormValues,
  fieldOf,
  fieldsOf,
  fieldsWithoutValue,
  inputName,
  mergeEdits,
  sameValue,
  valuesOf,
} from './declaration';
import { FormInput } from './FormInput';
import { ListLines } from './ListLines';
import { NoChoicesHint } from './NoChoicesHint';
import { rowOf } from './rowOf';
import { useFieldsWithoutChoices } from './useChoices';
import { useDraft } from './useDraft';

interface Props {
  form: FormDeclaration;
  /** The row's name in the address of an update; without it the form creates a row. */
  id?: number | string;
}

export function FormScreen({ form, id }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const mayChange = useMayChange();
  const detail = useQuery({
    queryKey: ['form', form.id, id],
    queryFn: ({ signal }) => rowOf(form, id ?? '', signal),
    enabled: id !== undefined && mayChange,
    // A background fetch must not overwrite what the user types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

  return (
    <>
      <PageHeader title={t(`kinds.${form.id}.${id === undefined ? 'create' : 'update'}`)} back />
      {mayChange ? <div className="form-width">{fields()}</div> : <ViewerNotice />}
    </>
  );

  function fields() {
    if (id === undefined) return <Fields form={form} />;
    if (detail.isPending) {
      return (
        <Stack role="status" aria-label={t('form.loading')}>
          {fieldsOf(form, 'update').map((field) => (
            <Skeleton key={field.name} height={36} mt={20} />
          ))}
        </Stack>
      );
    }
    if (detail.isError) {
      return (
        <Stack align="flex-start" gap="xs" role="alert">
          <Text fw={600}>{t('form.load_failed')}</Text>
          <Text size="sm">{failureText(detail.error)}</Text>
          <Button size="xs" variant="default" onClick={() => detail.refetch()}>
            {t('list.retry')}
          </Button>
        </Stack>
      );
    }
    return <Fields form={form} id={id} row={detail.data} />;
  }
}

function Fields({ form, id, row }: Props & { row?: Row }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { history } = useRouter();
  const goBack = useGoBack();
  const mode = row ? 'update' : 'create';
  const fields = useMemo(() => fieldsOf(form, mode), [form, mode]);
  const [initial] = useState(() => valuesOf(fields, row ?? {}));
  const optional = [
    ...fields.filter((field) => field.optional).map(({ name }) => name),
    ...(row ? fieldsWithoutValue(fields, row) : []),
  ];
  const element = useRef<HTMLFormElement>(null);
  const draft = useDraft(`${form.id}.${id ?? ''}`, fields, initial);
  const { values, setValues } = draft;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const [busy, setBusy] = useState(false);

  const labelOf = ({ name }: FormField) => t([`kinds.${form.id}.labels.${name}`, `fields.${name}`]);
  const lists = fields.filter((field) => field.list);
  const withoutChoices = useFieldsWithoutChoices(fields);

  const hintOf = ({ name, keepIfEmpty }: FormField) => {
    const choices = withoutChoices.get(name);
    if (choices) return <NoChoicesHint of={choices} />;
    return row && keepIfEmpty ? t([`kinds.${form.id}.hints.${name}`, 'form.kept_if_empty']) : undefined;
  };

  function showErrors(inputErrors: Record<string, string>) {
    setErrors(inputErrors);
    const inputs = [...(element.current?.elements ?? [])] as HTMLInputElement[];
    inputs.find(({ name }) => inputErrors[name])?.focus();
  }

  function change(input: string, next: (before: FormValues) => FormValues) {
    setValues(next);
    setErrors(({ [input]: _fixed, ...rest }) => rest);
  }

  /** Changes all lists together, so that they keep the same number of lines. */
  function changeLines(next: (list: string[]) => string[]) {
    setValues((before) => ({
      ...before,
      ...Object.fromEntries(lists.map(({ name }) => [name, next(linesOf(before, name))])),
    }));
    // The errors belonged to lines that have other numbers now.
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([input]) => input === fieldOf(input))),
    );
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const missing = emptyInputs(fields, values, mode, optional);
    if (missing.length > 0) {
      const messages = missing.map((input) => [input, t(`kinds.${form.id}.required.${fieldOf(input)}`)]);
      showErrors(Object.fromEntries(messages));
      return;
    }
    // Without rows of the named kind no code can be right. An unchanged value may stay.
    const unknown = [...withoutChoices].flatMap(([name, { kind }]) => {
      const input = Array.isArray(values[name]) ? inputName(name, 0) : name;
      const message = [input, t('form.none_yet', { kinds: t(`kinds.${kind}.many`) })];
      return sameValue(values[name], initial[name]) ? [] : [message];
    });
    if (unknown.length > 0) {
      showErrors(Object.fromEntries(unknown));
      return;
    }
    setErrors({});
    void save(initial, values, draft.seen);
  }

  /** The display text of a field's value. */
  function displayValue({ name, options }: FormField, of: FormValues): string {
    const optionLabel = (value: string) =>
      options ? t([`roles.${value}`, `state.${value}`], { defaultValue: value }) : value;
    return [of[name] ?? ''].flat().map(optionLabel).join(', ') || t('confirm.empty_value');
  }

  /** Saves the typed values over the current row. If someone else has changed the same field, a question comes first. */
  async function save(before: FormValues, typed: FormValues, seen = before) {
    setBusy(true);
    // The answer may be late. If the user has left the form, a toast shows the answer and the user stays where they are.
    const formLocation = history.location;
    const hasLeft = () => history.location !== formLocation;
    try {
      const fresh = row && id !== undefined ? await rowOf(form, id, new AbortController().signal) : null;
      const now = fresh ? valuesOf(fields, fresh) : before;
      const { values: merged, changed } = mergeEdits(fields, before, typed, now, seen);
      if (changed.length > 0 && hasLeft()) {
        toastError(t('form.changed_gone'));
        return;
      }
      if (changed.length > 0) {
        const notes = changed.map((field) => {
          const values = {
            field: labelOf(field),
            now: displayValue(field, now),
            yours: displayValue(field, merged),
          };
          return t('form.changed_field', values);
        });
        setPrompt({ question: t('form.changed_question'), notes, onYes: () => void save(now, merged) });
        return;
      }
      const body = { ...(row ? { id: row.id } : {}), ...merged, name: actorName() };
      const path = row ? form.update : form.create;
      const call = typeof path === 'string' ? { method: 'POST' as const, path } : path;
      const answer = await send<unknown>(call, { body });
      void queries.invalidateQueries({ queryKey: ['list'] });
      void queries.invalidateQueries({ queryKey: ['summary'] });
      toastSuccess(typeof answer.data === 'string' ? answer.data : t('toast.success'));
      draft.forget();
      if (!hasLeft()) goBack();
    } catch (cause) {
      const messages = cause instanceof ApiError ? cause.fields : {};
      const inputErrors = fields
        .filter(({ name }) => messages[name])
        .map(({ name, list }) => [list ? inputName(name, 0) : name, messages[name]]);
      // Errors of a field appear at the field; other errors appear in a modal.
      if (hasLeft()) toastError(failureText(cause));
      else if (inputErrors.length > 0) showErrors(Object.fromEntries(inputErrors));
      else setFailure(failureText(cause));
    } finally {
      setBusy(false);
    }
  }

  function discard() {
    draft.discard();
    setErrors({});
    (element.current?.elements[0] as HTMLElement | undefined)?.focus();
  }

  return (
    <>
      {draft.restored && (
        <Group gap="xs" mb="sm" role="status">
          <Text size="sm">
            {t('form.draft')} {fields.some(({ type }) => type === 'password') && t('form.draft_secret')}
          </Text>
          <Button size="compact-sm" variant="default" onClick={discard}>
            {t('form.draft_discard')}
          </Button>
        </Group>
      )}
      <form ref={element} className="card" onSubmit={submit} noValidate>
        <Stack gap="sm">
          {fields.map((field) =>
            !field.list ? (
              <FormInput
                key={field.name}
                field={field}
                name={field.name}
                label={labelOf(field)}
                value={String(values[field.name] ?? '')}
                error={errors[field.name]}
                required={!(row && field.keepIfEmpty) && !optional.includes(field.name)}
                hint={hintOf(field)}
                onChange={(value) => change(field.name, (before) => ({ ...before, [field.name]: value }))}
              />
            ) : (
              field === lists[0] && (
                <ListLines
                  key={field.name}
                  fields={lists}
                  values={Object.fromEntries(lists.map(({ name }) => [name, linesOf(values, name)]))}
                  labelOf={labelOf}
                  errors={errors}
                  optional={optional.includes(field.name)}
                  onChange={(name, line, value) =>
                    change(inputName(name, line), (before) => ({
                      ...before,
                      [name]: linesOf(before, name).with(line, value),
                    }))
                  }
                  onAdd={() => changeLines((list) => [...list, ''])}
                  onRemove={(line) => changeLines((list) => list.toSpliced(line, 1))}
                />
              )
            ),
          )}
          <Group mt={4}>
            <Button type="submit" loading={busy}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
        <Message title={t('form.failed')} text={failure} onClose={() => setFailure(null)} />
        <Question prompt={prompt} onClose={() => setPrompt(null)} />
      </form>
    </>
  );
}

function linesOf(values: FormValues, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value : [''];
}
