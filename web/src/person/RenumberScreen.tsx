import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../action/Confirm';
import type { Renumbering } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { ListMessage } from '../list/ListStates';
import { LoadFailed } from '../list/LoadStates';
import { toastError, toastSuccess } from '../message/toasts';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { formatNumber } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { person as personTexts } from '../texts/person';
import classes from './Renumber.module.css';
import { dismissRenumberings, loadRenumberings, renumberRequest } from './renumber';

addTexts('person', personTexts);

const idOf = ({ kind, from, to }: Renumbering) => `${kind} ${from.number} ${to.number}`;
const labelOf = ({ label, from }: Renumbering) => label || from.name || from.number;

/** People with a number that probably changed at the source: the old and the new number side by side. */
export function RenumberScreen() {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const mayChange = useMayChange();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const query = useQuery({
    queryKey: ['list', 'renumberings'],
    queryFn: ({ signal }) => loadRenumberings(signal),
  });
  const pairs = query.data ?? [];
  // A pair that is decided leaves the list, and the choice with it.
  const selected = pairs.filter((pair) => chosen.has(idOf(pair)));

  async function dismiss(those: readonly Renumbering[]) {
    setBusy(true);
    try {
      toastSuccess(await dismissRenumberings(those));
      setChosen(new Set());
      await queries.invalidateQueries({ queryKey: ['list'] });
      await queries.invalidateQueries({ queryKey: ['summary'] });
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <PageHeader title={t('titles.renumber')} back>
        {mayChange && selected.length > 0 && (
          <Button size="xs" variant="default" loading={busy} onClick={() => void dismiss(selected)}>
            {t('renumber.different_many', { n: formatNumber(selected.length, i18n.language) })}
          </Button>
        )}
      </PageHeader>
      {content()}
    </>
  );

  function content() {
    if (query.isPending) return <Skeleton height={220} label={t('list.loading')} />;
    if (query.isError && !query.data) {
      return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
    }
    if (pairs.length === 0) {
      return (
        <ListMessage
          title={t('renumber.none')}
          detail={t('renumber.none_about', { source: settings.source_name })}
        />
      );
    }
    return (
      <>
        <Text size="sm" c="dimmed" mb="sm">
          {t('renumber.about', { source: settings.source_name })}
        </Text>
        <ul className={classes.pairs}>
          {pairs.map((pair) => (
            <PairCard
              key={idOf(pair)}
              pair={pair}
              chosen={chosen.has(idOf(pair))}
              busy={busy}
              onChoose={(isChosen) => {
                const next = new Set(chosen);
                if (isChosen) next.add(idOf(pair));
                else next.delete(idOf(pair));
                setChosen(next);
              }}
              onDismiss={() => void dismiss([pair])}
            />
          ))}
        </ul>
      </>
    );
  }
}

interface CardProps {
  pair: Renumbering;
  chosen: boolean;
  busy: boolean;
  onChoose: (chosen: boolean) => void;
  onDismiss: () => void;
}

function PairCard({ pair, chosen, busy, onChoose, onDismiss }: CardProps) {
  const { t } = useTranslation();
  const ask = useConfirm();
  const mayChange = useMayChange();
  const { kind, from, to, same } = pair;
  const name = labelOf(pair);
  const item = `${name} ${from.number} → ${to.number}`;
  const lines = [
    { field: t('renumber.number'), from: from.number, to: to.number, isSame: false },
    { field: t('person.name'), from: from.name, to: to.name, isSame: same.includes('name') },
    { field: t('fields.email'), from: from.email, to: to.email, isSame: same.includes('email') },
    {
      field: t('person.class'),
      from: from.classes.join(', '),
      to: to.classes.join(', '),
      isSame: same.includes('class'),
    },
  ];
  return (
    <li className={classes.pair} data-chosen={chosen || undefined}>
      <Group gap="sm" wrap="nowrap">
        {mayChange && (
          <Checkbox
            size="xs"
            aria-label={t('list.choose_row', { item })}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
        <Title order={2} size="h5" className={classes.name}>
          {name}{' '}
          <Text span size="xs" c="dimmed">
            {t(`kinds.${kind}.noun`)}
          </Text>
        </Title>
      </Group>
      <table className={classes.sides} aria-label={item}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('renumber.before')}</th>
            <th scope="col">{t('renumber.now')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.field}>
              <th scope="row">{line.field}</th>
              <td>{line.from || '-'}</td>
              <td>
                {line.to || '-'}
                {line.isSame && (
                  <span className={`state-text ${classes.same}`} data-state="sudah">
                    <IconCheck size={13} aria-hidden /> {t('renumber.same')}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayChange && (
        <Group gap="xs" mt="sm">
          <Button
            size="xs"
            onClick={() => ask(renumberRequest({ kind, number: from.number, label: name }, to.number, t))}
            aria-label={`${t('renumber.same_person')} ${item}`}
          >
            {t('renumber.same_person')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            onClick={onDismiss}
            aria-label={`${t('renumber.different')}: ${item}`}
          >
            {t('renumber.different')}
          </Button>
        </Group>
      )}
    </li>
  );
}
