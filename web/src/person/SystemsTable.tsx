import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { PageLink } from '../action/request';
import { defaultSettings, settingsQuery } from '../api/settings';
import { useMayChange } from '../session/session';
import { addTexts } from '../texts/i18n';
import { person as personTexts } from '../texts/person';
import classes from './Person.module.css';
import { differing, type SystemStates } from './personCalls';
import { DashboardState, PlatformState, SourceState } from './SystemState';

addTexts('person', personTexts);

export interface SystemsRow extends SystemStates {
  id: string;
  /** The row's name: a class of a person, or a person of a class. */
  name: string;
  link: PageLink | null;
}

interface Props {
  title: string;
  /** The heading of the row names. */
  nameHeading: string;
  rows: readonly SystemsRow[];
  empty: string;
  onAlign: (row: SystemsRow) => void;
}

/** The states of each row in all systems side by side. A difference has its cause, and a button that fixes it. */
export function SystemsTable({ title, nameHeading, rows, empty, onAlign }: Props) {
  const { t } = useTranslation();
  const mayChange = useMayChange();
  const { data: names = defaultSettings } = useQuery(settingsQuery);
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  }
  return (
    <table className={classes.sides} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{nameHeading}</th>
          <th scope="col">{names.source_name}</th>
          <th scope="col">{t('list.dashboard')}</th>
          <th scope="col">{names.platform_name}</th>
          <th scope="col">{t('person.cause')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const differs = differing(row);
          return (
            <tr key={row.id}>
              <th scope="row">
                {row.link ? (
                  <Anchor component={Link} {...row.link} fz="inherit">
                    {row.name}
                  </Anchor>
                ) : (
                  row.name
                )}
              </th>
              <td data-label={names.source_name} data-differs={differs.source || undefined}>
                <SourceState source={row.source} />
              </td>
              <td data-label={t('list.dashboard')} data-differs={differs.dashboard || undefined}>
                <DashboardState dashboard={row.dashboard} />
              </td>
              <td data-label={names.platform_name} data-differs={differs.platform || undefined}>
                <PlatformState platform={row.platform} />
              </td>
              <td className={classes.cause}>
                {row.cause ? (
                  <>
                    <span>{row.cause.text}</span>
                    {row.cause.mend && mayChange && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`${t(`person.mends.${row.cause.mend}`)}: ${row.name}`}
                        onClick={() => onAlign(row)}
                      >
                        {t(`person.mends.${row.cause.mend}`)}
                      </Button>
                    )}
                  </>
                ) : (
                  <span className={classes.beside}>{t('person.in_step')}</span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
