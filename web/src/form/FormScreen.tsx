import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader, useGoBack } from '../action/PageHeader';
import { toastSuccess } from '../action/toasts';
import { ApiError, type Row, send } from '../api/client';
import { Message } from '../message/Message';
import { actorName } from '../session/session';
import { useFailureText } from '../texts/failure';
import { emptyFields, type FormDeclaration, type FormValues, valuesOf } from './declaration';

interface Props {
  form: FormDeclaration;
  /** The row to update; without it a new one is made. */
  id?: number;
}

export function FormScreen({ form, id }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const detail = useQuery({
    queryKey: ['form', form.id, id],
    queryFn: async ({ signal }) => {
      const answer = await send<Row | Row[]>({ method: 'POST', path: form.detail }, { body: { id }, signal });
      const row = Array.isArray(answer.data) ? answer.data[0] : answer.data;
      return valuesOf(form, row ?? {});
    },
    enabled: id !== undefined,
    // What is being typed must not be overwritten by a fetch in the background.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

  return (
    <>
      <PageHeader title={t(`kinds.${form.id}.${id === undefined ? 'create' : 'update'}`)} back />
      <div className="form-width">
        {id === undefined ? (
          <Fields form={form} initial={{}} />
        ) : detail.isPending ? (
          <Stack role="status" aria-label={t('form.loading')}>
            {form.fields.map((field) => (
              <Skeleton key={field.name} height={36} mt={20} />
            ))}
          </Stack>
        ) : detail.isError ? (
          <Stack align="flex-start" gap="xs" role="alert">
            <Text fw={600}>{t('form.load_failed')}</Text>
            <Text size="sm">{failureText(detail.error)}</Text>
            <Button size="xs" variant="default" onClick={() => detail.refetch()}>
              {t('list.retry')}
            </Button>
          </Stack>
        ) : (
          <Fields form={form} id={id} initial={detail.data} />
        )}
      </div>
    </>
  );
}

function Fields({ form, id, initial }: Props & { initial: FormValues }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const goBack = useGoBack();
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<FormValues>(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  function point(found: Record<string, string>) {
    setErrors(found);
    const first = form.fields.find((field) => found[field.name]);
    if (first) (element.current?.elements.namedItem(first.name) as HTMLElement | null)?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const missing = emptyFields(form, values);
    if (missing.length > 0) {
      point(Object.fromEntries(missing.map((name) => [name, t(`kinds.${form.id}.required.${name}`)])));
      return;
    }
    setErrors({});
    setBusy(true);
    try {
      const trimmed = Object.fromEntries(form.fields.map(({ name }) => [name, (values[name] ?? '').trim()]));
      const body = { ...(id === undefined ? {} : { id }), ...trimmed, name: actorName() };
      const path = id === undefined ? form.create : form.update;
      const answer = await send<unknown>({ method: 'POST', path }, { body });
      void queries.invalidateQueries({ queryKey: ['list'] });
      toastSuccess(typeof answer.data === 'string' ? answer.data : t('toast.success'));
      goBack();
    } catch (cause) {
      const fields = cause instanceof ApiError ? cause.fields : {};
      const known = Object.fromEntries(
        Object.entries(fields).filter(([name]) => form.fields.some((f) => f.name === name)),
      );
      // What belongs to a field stands at the field; a modal is for what belongs to none.
      if (Object.keys(known).length > 0) point(known);
      else setFailure(failureText(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="sm">
        {form.fields.map((field) => (
          <TextInput
            key={field.name}
            name={field.name}
            type={field.type ?? 'text'}
            label={t(`fields.${field.name}`)}
            required
            autoComplete={field.autoComplete ?? 'off'}
            value={values[field.name] ?? ''}
            error={errors[field.name]}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((before) => ({ ...before, [field.name]: value }));
              setErrors(({ [field.name]: _mended, ...others }) => others);
            }}
          />
        ))}
        <Group mt={4}>
          <Button type="submit" loading={busy}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
      <Message title={t('form.failed')} text={failure} onClose={() => setFailure(null)} />
    </form>
  );
}
