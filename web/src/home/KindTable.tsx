import { Anchor, Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import type { Verb } from '../action/request';
import type { KindStatus } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { readAddress } from '../list/address';
import { requestForAll } from '../list/requests';
import { useNow } from '../page/useNow';
import { useMayChange } from '../session/session';
import { formatMoment, formatNumber, formatSince } from '../texts/format';
import classes from './Home.module.css';
import { failuresOf, gapsOf, type KindLine, nextVerb, objectCount } from './kindStatus';

/** One line per kind: row counts in each system, rows behind, failures, and the button that fixes it. */
export function KindTable({ lines }: { lines: readonly KindLine[] }) {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const now = useNow();
  const headings = [
    settings.source_name,
    t('list.dashboard'),
    settings.platform_name,
    t('home.gap'),
    t('home.failed'),
    t('home.last_sync'),
  ];
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={t('home.kinds')}>
        <thead>
          <tr>
            <th scope="col">{t('home.kind')}</th>
            {headings.map((heading, index) => (
              <th key={heading} scope="col" data-numeric={index < 3 || index === 4 || undefined}>
                {heading}
              </th>
            ))}
            <th scope="col" className={classes.mend}>
              {t('list.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <KindRow key={line.list.id} line={line} headings={headings} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface KindRowProps {
  line: KindLine;
  headings: readonly string[];
  now: number;
}

function KindRow({ line, headings, now }: KindRowProps) {
  const { t, i18n } = useTranslation();
  const { list, status } = line;
  const number = (value: number) => formatNumber(value, i18n.language);
  const title = t(`kinds.${list.id}.title`);
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const gaps = gapsOf(status);
  const failed = failuresOf(line);
  // People and their enrolments are counted apart.
  const hasPeople = status.people !== null && status.enrolments !== null;
  const labelOf = (index: number) => ({ 'data-label': headings[index] });
  return (
    <tr>
      <th scope="row">
        <Anchor component={Link} to={list.path} fz="inherit" fw={600}>
          {title}
        </Anchor>
      </th>
      <td data-numeric {...labelOf(0)}>
        <SourceRows status={status} hasPeople={hasPeople} />
      </td>
      <td data-numeric {...labelOf(1)}>
        {number(objectCount(status))}{' '}
        {hasPeople && (
          <span className={classes.none}>
            · {t('home.enrolments', { n: number(status.enrolments ?? 0) })}
          </span>
        )}
      </td>
      <td data-numeric {...labelOf(2)}>
        {status.rows === 0 && objectCount(status) === 0 ? (
          // What is there of rows that were deleted here is not counted, so 0 would be untrue.
          <Unknown text={t('home.no_rows', { platform: settings.platform_name })} />
        ) : (
          <>
            {number(status.migrated)}{' '}
            {hasPeople && (
              <span className={classes.none}>
                · {t('home.enrolled', { n: number(status.enrolled ?? 0) })}
              </span>
            )}
          </>
        )}
      </td>
      <td className={classes.gap} {...labelOf(3)}>
        {gaps.length === 0 ? (
          // The gap of a list that was never read is unknown.
          <span className={classes.none}>
            {status.source_rows === null && status.rows === 0 ? '—' : number(0)}
          </span>
        ) : (
          gaps.map(({ key, n, mendable }) => (
            <span key={key} className="state-text" data-state={mendable ? 'berubah' : undefined}>
              {t(`home.${key}`, {
                n: number(n),
                source: settings.source_name,
                platform: settings.platform_name,
              })}
            </span>
          ))
        )}
      </td>
      <td data-numeric {...labelOf(4)}>
        {failed.length === 0 && <span className={classes.none}>{number(0)}</span>}
        {failed.map(({ n, enrolments, search }, index) => (
          <Fragment key={String(enrolments)}>
            {index > 0 && <span className={classes.none}> · </span>}
            <Anchor component={Link} to={list.path} search={search as never} fz="inherit" c="red">
              {enrolments ? t('home.enrolments', { n: number(n) }) : number(n)}
            </Anchor>
          </Fragment>
        ))}
      </td>
      <td {...labelOf(5)}>
        {status.last_synced_at ? (
          <span data-hint={formatMoment(status.last_synced_at)}>
            {formatSince(status.last_synced_at, now)}
          </span>
        ) : (
          '-'
        )}
      </td>
      <td className={classes.mend}>
        <NextStep
          line={line}
          isInStep={status.rows > 0 && gaps.length === 0 && failed.length === 0}
          title={title}
        />
      </td>
    </tr>
  );
}

/**
 * The number of rows at the source's last reading. For people it counts enrolments, because the source lists them by class.
 */
function SourceRows({ status, hasPeople }: { status: KindStatus; hasPeople: boolean }) {
  const { t, i18n } = useTranslation();
  if (status.source_rows === null) return <Unknown text={t('home.unknown')} />;
  const rows = formatNumber(status.source_rows, i18n.language);
  return hasPeople ? <span className={classes.none}>{t('home.enrolments', { n: rows })}</span> : rows;
}

/** A number that is not known, with the reason. */
function Unknown({ text }: { text: string }) {
  return (
    <span role="img" className={classes.none} aria-label={text} data-hint={text}>
      —
    </span>
  );
}

/** The end of a line: the button that fixes the kind, the sign that it is in step, or a link to its rows. */
function NextStep({ line, isInStep, title }: { line: KindLine; isInStep: boolean; title: string }) {
  const { t } = useTranslation();
  const verb = nextVerb(line);
  if (verb) return <VerbButton line={line} verb={verb} title={title} />;
  if (isInStep) {
    return (
      <span className="state-text" data-state="sudah">
        <IconCheck size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('home.in_step')}
      </span>
    );
  }
  return (
    <Button component={Link} to={line.list.path} size="compact-xs" variant="default">
      {t('home.open')}
    </Button>
  );
}

/** Asks the same question as the kind's own screen. */
function VerbButton({ line: { list }, verb, title }: { line: KindLine; verb: Verb; title: string }) {
  const { t } = useTranslation();
  const ask = useConfirm();
  const mayChange = useMayChange();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const label = t([`kinds.${list.id}.actions.${verb}`, `actions.${verb}`]);
  if (!mayChange) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`${label}: ${title}`}
      onClick={() => {
        const request = requestForAll(list, verb, readAddress(list, {}), { of: 'all' }, settings, t);
        if (request) ask(request);
      }}
    >
      {label}
    </Button>
  );
}
