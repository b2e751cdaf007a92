import { Anchor, Button, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { classLink } from '../kinds/pages';
import type { PageSize } from '../list/address';
import { ListMessage } from '../list/ListStates';
import { LoadFailed } from '../list/LoadStates';
import { Paging } from '../list/Paging';
import { useLastPage } from '../list/useLastPage';
import { toastError, toastSuccess } from '../message/toasts';
import { Skeleton } from '../page/Skeleton';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { formatMoment } from '../texts/format';
import { FoundSelect, type Option } from './FoundSelect';
import { useChange } from './useChange';
import classes from './Zoom.module.css';
import {
  deleteRule,
  keepRule,
  type Rule,
  type RuleDraft,
  rulesQuery,
  type Untied,
  untiedQuery,
} from './zoomCalls';

const first: { page: number; per_page: PageSize } = { page: 0, per_page: 10 };

/** Meetings without a class, and the rules that assign meetings to classes. */
export function MeetingRules() {
  const { t } = useTranslation();
  const [page, setPage] = useState(first);
  const untied = useQuery({ ...untiedQuery(page), placeholderData: keepPreviousData });
  const total = useLastPage(untied, page, (last) => setPage({ ...page, page: last }));
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" maw={720}>
        {t('zoom.meetings_about')}
      </Text>
      {untied.isPending && <Skeleton height={180} label={t('list.loading')} />}
      {untied.isError && <LoadFailed error={untied.error} onRetry={() => untied.refetch()} />}
      {untied.data && total === 0 && <ListMessage title={t('zoom.all_tied')} />}
      {untied.data && total > 0 && (
        <>
          <ul className={classes.list} aria-label={t('zoom.untied')}>
            {untied.data.data.map((meeting) => (
              <UntiedLine key={`${meeting.meeting_id} ${meeting.topic}`} meeting={meeting} />
            ))}
          </ul>
          <Paging
            page={page.page}
            perPage={page.per_page}
            total={total}
            onPage={(next) => setPage({ ...page, page: next })}
            onPerPage={(per_page) => setPage({ page: 0, per_page })}
          />
        </>
      )}
      <Rules />
    </>
  );
}

function UntiedLine({ meeting }: { meeting: Untied }) {
  const { t } = useTranslation();
  const change = useChange();
  const mayChange = useMayChange();
  const offered = meeting.fits.flatMap(({ number, label, suggested }) =>
    number
      ? [{ kind: 'kelas', number, label: suggested ? t('zoom.suggested', { item: label }) : label }]
      : [],
  );
  return (
    <li>
      <div className={classes.what}>
        <Text span fw={500} size="sm">
          {meeting.topic || meeting.meeting_id}
        </Text>
        <Text size="xs" c="dimmed">
          {meeting.meeting_id} ·{' '}
          {meeting.latest && `${t('zoom.latest', { date: formatMoment(meeting.latest) })} · `}
          {t(offered.length > 1 ? 'zoom.fits_several' : 'zoom.fits_none', { n: offered.length })}
        </Text>
      </div>
      {mayChange && (
        <FoundSelect
          label={t('zoom.class_of', { item: meeting.topic || meeting.meeting_id })}
          hideLabel
          placeholder={t('zoom.class_search')}
          kinds={['kelas']}
          offered={offered}
          onChange={({ number }) =>
            void change(() => keepRule({ tells: 'meeting', text: meeting.meeting_id, class: number }))
          }
        />
      )}
    </li>
  );
}

function Rules() {
  const { t } = useTranslation();
  const mayChange = useMayChange();
  const rules = useQuery(rulesQuery);
  const [edited, setEdited] = useState<Rule | null>(null);
  return (
    <section className={classes.section} aria-labelledby="rules">
      <Title order={2} size="h5" id="rules" mb={4}>
        {t('zoom.rules')}
      </Title>
      {rules.isError && <LoadFailed error={rules.error} onRetry={() => rules.refetch()} />}
      {rules.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('zoom.no_rules')}
        </Text>
      )}
      {rules.data && rules.data.length > 0 && (
        <ul className={classes.list}>
          {rules.data.map((rule) => (
            <RuleLine key={rule.id} rule={rule} onEdit={() => setEdited(rule)} />
          ))}
        </ul>
      )}
      {mayChange && <RuleForm key={edited?.id ?? 'new'} rule={edited} onDone={() => setEdited(null)} />}
    </section>
  );
}

function RuleLine({ rule, onEdit }: { rule: Rule; onEdit: () => void }) {
  const { t } = useTranslation();
  const change = useChange();
  const mayChange = useMayChange();
  const link = classLink(rule.class.number);
  const again: RuleDraft = { tells: rule.tells, text: rule.text, class: rule.class.number ?? '' };
  return (
    <li>
      <div className={classes.what}>
        {t(`zoom.tells.${rule.tells}`)} “{rule.text}” →{' '}
        {link ? (
          <Anchor component={Link} {...link} fz="inherit" td="underline">
            {rule.class.label}
          </Anchor>
        ) : (
          t('zoom.class_gone', { number: rule.class.label })
        )}
      </div>
      {mayChange && (
        <Group gap="xs">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${t('zoom.edit')}: ${rule.text}`}
            onClick={onEdit}
          >
            {t('zoom.edit')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            color="red"
            aria-label={`${t('zoom.delete')}: ${rule.text}`}
            onClick={() =>
              void change(() => deleteRule(rule.id), again.class ? () => keepRule(again) : undefined)
            }
          >
            {t('zoom.delete')}
          </Button>
        </Group>
      )}
    </li>
  );
}

function RuleForm({ rule, onDone }: { rule: Rule | null; onDone: () => void }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [tells, setTells] = useState<Rule['tells']>(rule?.tells ?? 'topic');
  const [text, setText] = useState(rule?.text ?? '');
  const [of, setOf] = useState<Option | null>(
    rule?.class.number ? { kind: 'kelas', number: rule.class.number, label: rule.class.label } : null,
  );
  const [fields, setFields] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFields({});
    try {
      const draft = { tells, text, class: of?.number ?? '', ...(rule ? { id: rule.id } : {}) };
      toastSuccess((await keepRule(draft)).data);
      await queries.invalidateQueries({ queryKey: ['list'] });
      setText('');
      setOf(null);
      onDone();
    } catch (cause) {
      if (cause instanceof ApiError && Object.keys(cause.fields).length > 0) setFields(cause.fields);
      else toastError(failureText(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={save} aria-label={t(rule ? 'zoom.edit_rule' : 'zoom.new_rule')} noValidate>
      <Group gap="xs" align="flex-start" mt="sm">
        <NativeSelect
          size="xs"
          label={t('zoom.rule')}
          value={tells}
          data={(['topic', 'meeting'] as const).map((value) => ({ value, label: t(`zoom.tells.${value}`) }))}
          onChange={(event) => setTells(event.currentTarget.value === 'meeting' ? 'meeting' : 'topic')}
        />
        <TextInput
          size="xs"
          label={t('zoom.rule_text')}
          value={text}
          maxLength={200}
          error={fields.text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FoundSelect
          label={t('zoom.class')}
          placeholder={t('zoom.class_search')}
          kinds={['kelas']}
          value={of}
          error={fields.class}
          onChange={setOf}
        />
        <Button size="xs" type="submit" loading={busy} mt={{ base: 0, sm: 22 }}>
          {t('zoom.save')}
        </Button>
        {rule && (
          <Button size="xs" variant="default" onClick={onDone} mt={{ base: 0, sm: 22 }}>
            {t('confirm.close')}
          </Button>
        )}
      </Group>
    </form>
  );
}
