import { Alert, Button, Group, Text, Title } from '@mantine/core';
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import { defaultSettings, settingsQuery } from '../api/settings';
import { classLink } from '../kinds/pages';
import { onDemand } from '../message/onDemand';
import { useMayChange } from '../session/session';
import { formatDate, formatNumber } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { person as personTexts } from '../texts/person';
import { Changes } from './Changes';
import { History } from './History';
import { Meetings } from './Meetings';
import classes from './Person.module.css';
import { alignRequest, countInStep, type PersonDetail, personQuery, stateOf } from './personCalls';
import { QueryState } from './QueryState';
import { renumberRequest } from './renumber';
import { type SystemsRow, SystemsTable } from './SystemsTable';
import { type RenderHeader, Waiting } from './Waiting';

addTexts('person', personTexts);

const RenumberDialog = onDemand(() => import('./RenumberDialog').then((module) => module.RenumberDialog));

interface Props {
  kind: string;
  number: string;
  /** Also looks into this class, for a person who is not in the dashboard yet. */
  classNumber?: string | undefined;
  header: RenderHeader;
}

/** A person in all systems: accounts, classes with the cause of each difference, and history. */
export function PersonView({ kind, number, classNumber, header }: Props) {
  const query = useQuery(personQuery(kind, number, classNumber));
  if (!query.data) return <Waiting header={header} title={number} query={query} />;
  return <Loaded detail={query.data} query={query} header={header} />;
}

interface LoadedProps {
  detail: PersonDetail;
  query: UseQueryResult;
  header: RenderHeader;
}

function Loaded({ detail, query, header }: LoadedProps) {
  const { t, i18n } = useTranslation();
  const ask = useConfirm();
  const [renumbering, setRenumbering] = useState(false);
  const mayChange = useMayChange();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const { person, enrolments } = detail;
  // The classes can be in step while the platform refuses a change of the account.
  const refused = detail.dashboard?.migration === 'gagal';
  const { inStep, total } = countInStep(enrolments);
  const n = (value: number) => formatNumber(value, i18n.language);
  const rows: SystemsRow[] = enrolments.map((enrolment) => ({
    ...enrolment,
    // A call without a class covers all classes, so the row of a class without a number has no button.
    cause: enrolment.cause && {
      ...enrolment.cause,
      mend: enrolment.class.number ? enrolment.cause.mend : null,
    },
    id: enrolment.class.number ?? enrolment.class.label,
    name: enrolment.class.label,
    link: classLink(enrolment.class.number),
  }));
  const canAlign = enrolments.some(({ cause }) => cause?.mend) || detail.dashboard?.migration !== 'sudah';
  const question = t('person.mend_question', { item: person.label || person.number });
  return (
    <div className={classes.view}>
      {header(
        person.label || person.number,
        detail.dashboard && mayChange && (
          <Group gap="xs">
            <Button
              size="xs"
              leftSection={<IconChecks size={15} aria-hidden />}
              {...(canAlign ? {} : { variant: 'default' })}
              onClick={() => ask(alignRequest(person.kind, person.number, question))}
            >
              {t('person.mend')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setRenumbering(true)}>
              {t('renumber.button')}
            </Button>
          </Group>
        ),
      )}
      {renumbering && (
        <RenumberDialog
          name={person.label || person.number}
          number={person.number}
          onClose={() => setRenumbering(false)}
          onNumber={(to) => ask(renumberRequest(person, to, t))}
        />
      )}
      <Text size="sm" c="dimmed">
        {[t(`kinds.${person.kind}.noun`), person.number, person.email].filter(Boolean).join(' · ')}
      </Text>
      <QueryState query={query}>
        <Text
          size="sm"
          my="xs"
          className="state-text"
          data-state={refused ? 'berubah' : stateOf({ inStep, total })}
        >
          {[
            t(total === 0 ? 'person.no_enrolments' : 'person.standing', { well: n(inStep), of: n(total) }),
            refused && t('person.refused', { platform: settings.platform_name }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Accounts detail={detail} />
        <section className={classes.section} aria-labelledby="enrolments">
          <Title order={2} size="h5" id="enrolments" mb={4}>
            {t('person.enrolments')}
          </Title>
          <SystemsTable
            title={t('person.enrolments')}
            nameHeading={t('person.class')}
            rows={rows}
            empty={t('person.no_enrolments')}
            onAlign={(row) =>
              ask(
                alignRequest(
                  person.kind,
                  person.number,
                  t('person.mend_enrolment_question', {
                    item: person.label || person.number,
                    class: row.name,
                  }),
                  row.id,
                ),
              )
            }
          />
        </section>
        <Meetings attendance={detail.attendance} />
        <History entries={detail.history} />
      </QueryState>
    </div>
  );
}

/** The state of the person at the source, in a word. */
function sourceText(source: PersonDetail['source'], t: (key: string) => string): string {
  if (source.error) return t('person.unknown');
  if (!source.listed) return t('person.not_known');
  return t(source.changes.length > 0 ? 'person.differs' : 'person.same');
}

/** The person's account in each system, without the classes. A system that does not answer shows its failure here. */
function Accounts({ detail: { source, dashboard, platform, enrolments } }: { detail: PersonDetail }) {
  const { t } = useTranslation();
  const { data: names = defaultSettings } = useQuery(settingsQuery);
  const { account } = platform;
  // The source need not know a person who was entered here.
  const expected = !enrolments.some((enrolment) => enrolment.dashboard?.entered_here);
  const sourceDiffers = Boolean(source.error) || source.changes.length > 0 || (!source.listed && expected);
  const accountText = account
    ? [
        account.suspended ? t('person.account_suspended') : t('person.account', { name: account.username }),
        account.email,
        account.last_access
          ? t('person.opened', { date: formatDate(account.last_access) })
          : t('person.never_there'),
      ]
    : [t('person.no_account')];
  return (
    <>
      {[source.error, platform.error].map(
        (error) =>
          error && (
            <Alert key={error.text} color="yellow" py={6} my={4} role="alert">
              {error.text}
            </Alert>
          ),
      )}
      <dl className={classes.facts}>
        <div data-differs={sourceDiffers || undefined}>
          <dt>{names.source_name}</dt>
          <dd>
            {sourceText(source, t)}
            <Changes changes={source.changes.map(({ field, from, to }) => ({ field, old: from, new: to }))} />
          </dd>
        </div>
        <div data-differs={dashboard?.migration === 'gagal' || undefined}>
          <dt>{t('list.dashboard')}</dt>
          <dd>
            {dashboard
              ? [
                  t(`person.migration.${dashboard.migration}`, { platform: names.platform_name }),
                  dashboard.edited ? t('person.edited') : '',
                  dashboard.reason?.text,
                ]
                  .filter(Boolean)
                  .join(' · ')
              : t('person.not_known')}
          </dd>
        </div>
        <div data-differs={Boolean(platform.error) || account === null || account.suspended || undefined}>
          <dt>{names.platform_name}</dt>
          <dd>{platform.error ? t('person.unknown') : accountText.filter(Boolean).join(' · ')}</dd>
        </div>
      </dl>
    </>
  );
}
