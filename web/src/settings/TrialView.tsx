import { Alert, Button, Group, Text } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useTranslation } from 'react-i18next';
import type { TrialResult } from '../api/client';
import { formatDuration, formatNumber } from '../texts/format';
import classes from './Sources.module.css';
import { filledColumns } from './sources';

/** The result of testing a list: the rows, the speed, and the problems. */
function Summary({ result }: { result: TrialResult }) {
  const { t, i18n } = useTranslation();
  const number = (n: number) => formatNumber(n, i18n.language);
  const { read, complete, rows_per_second: speed, expected_rows: rows, expected_seconds: seconds } = result;
  return (
    <Text size="sm">
      {t(complete ? 'sources.read_all' : 'sources.read_some', { n: number(read) })}
      {speed !== null && ` ${t('sources.speed', { n: number(Math.round(speed)) })}`}
      {rows !== null &&
        seconds !== null &&
        ` ${t('sources.expected', { rows: number(rows), time: formatDuration(seconds, i18n.language) })}`}
    </Text>
  );
}

function Problems({ problems, problem_count: count, failed }: TrialResult) {
  const { t, i18n } = useTranslation();
  if (count === 0) {
    // If reading broke off, "no problems" would be unproven.
    if (failed !== null) return null;
    return (
      <Text size="sm" className="state-text" data-state="sudah">
        <IconCheck size={15} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('sources.no_problem')}
      </Text>
    );
  }
  const rest = count - problems.length;
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption className={classes.caption}>
          {t('sources.problems', { n: formatNumber(count, i18n.language) })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('sources.row')}</th>
            <th scope="col">{t('sources.column')}</th>
            <th scope="col">{t('sources.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, code, text }) => (
            <tr key={`${row} ${column} ${code}`}>
              <td className={classes.number}>{formatNumber(row, i18n.language)}</td>
              <td>{column ?? '-'}</td>
              <td className={classes.text}>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('sources.more_problems', { n: formatNumber(rest, i18n.language) })}
        </Text>
      )}
    </div>
  );
}

function Rows({ result }: { result: TrialResult }) {
  const { t, i18n } = useTranslation();
  const columns = filledColumns(result);
  if (columns.length === 0) return null;
  return (
    // The table may be wider than the screen. Without a mouse, arrow keys scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className={classes.scroll} aria-label={t('sources.rows', { item: result.label })} tabIndex={0}>
      <table className={classes.table}>
        <caption className={classes.caption}>{t('sources.first_rows')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('sources.row')}</th>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
            <th scope="col">{t('sources.as_read')}</th>
          </tr>
        </thead>
        <tbody>
          {result.rows.map(({ row, raw, fields }) => (
            <tr key={row}>
              <td className={classes.number}>{formatNumber(row, i18n.language)}</td>
              {columns.map((column) => (
                <td key={column}>{fields.find(({ field }) => field === column)?.text || '-'}</td>
              ))}
              <td>
                <code>{raw}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The result of testing a list. Nothing was written. */
export function TrialView({ result, onClose }: { result: TrialResult; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.trial} role="status">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Summary result={result} />
        <Button size="compact-xs" variant="default" className={classes.close} onClick={onClose}>
          {t('sources.close')}
        </Button>
      </Group>
      {result.failed !== null && (
        <Alert color="red" py={6} role="alert">
          {result.failed}
        </Alert>
      )}
      {result.notes.length > 0 && (
        <Alert color="yellow" py={6}>
          <ul className={classes.notes}>
            {result.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Alert>
      )}
      {result.read > 0 && <Problems {...result} />}
      <Rows result={result} />
    </div>
  );
}
