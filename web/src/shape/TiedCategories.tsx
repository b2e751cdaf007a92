import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BodyOf, client, type DataOf, fetchData } from '../api/client';
import { LoadFailed } from '../list/LoadStates';
import { toastError, toastSuccess } from '../message/toasts';
import { Skeleton } from '../page/Skeleton';
import { actorName } from '../session/session';
import { useFailureText } from '../texts/failure';
import classes from './Shape.module.css';

const path = '/api/v1/api/platform/categories';

type Ties = DataOf<typeof path, 'get'>;
type Row = Ties['rows'][number];
type Level = BodyOf<typeof path, 'post'>['level'];

const idOf = ({ level, key }: Row) => `${level} ${key}`;

interface Props {
  platform: string;
}

/** Rows for a category that is on the platform already: tied and loosened at once, without saving the shape. */
export default function TiedCategories({ platform }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState('');
  const [category, setCategory] = useState('');
  const [busy, setBusy] = useState(false);
  const ties = useQuery({
    queryKey: ['shape', 'categories'],
    queryFn: ({ signal }) => fetchData<Ties>(client.GET(path, { signal })),
  });
  if (ties.isError) return <LoadFailed error={ties.error} onRetry={() => ties.refetch()} />;
  if (!ties.data) return <Skeleton height={80} />;
  const { rows, categories } = ties.data;
  const tied = rows.filter((row) => row.platform_id !== null);
  const row = rows.find((row) => idOf(row) === chosen);
  const nameOf = (row: Row) => `${t(`shape.levels.${row.level}`)} · ${row.label || row.key} (${row.key})`;
  const pathOf = (id: number | null) => {
    const found = categories.find(({ platform_id }) => platform_id === id);
    return found ? found.path.join(' › ') : String(id);
  };

  async function run(work: Promise<string>) {
    setBusy(true);
    try {
      toastSuccess(await work);
      setChosen('');
      setCategory('');
      await queries.invalidateQueries({ queryKey: ['shape'] });
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setBusy(false);
    }
  }
  const bodyOf = ({ level, key }: Row) => ({ level: level as Level, key, name: actorName() });
  const tie = (row: Row) =>
    run(fetchData<string>(client.POST(path, { body: { ...bodyOf(row), platform_id: Number(category) } })));
  const loosen = (row: Row) => run(fetchData<string>(client.DELETE(path, { body: bodyOf(row) })));

  return (
    <>
      {tied.length > 0 && (
        <ul className={classes.tree}>
          {tied.map((row) => (
            <li key={idOf(row)}>
              <Group gap="xs" wrap="nowrap" justify="space-between">
                <div>
                  <div className={classes.path}>{nameOf(row)}</div>
                  <div className={classes.counts}>{pathOf(row.platform_id)}</div>
                </div>
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={busy}
                  aria-label={t('shape.loosen', { row: nameOf(row) })}
                  onClick={() => void loosen(row)}
                >
                  {t('shape.loosen_short')}
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {rows.length === 0 ? (
        <Text size="sm">{t('shape.tie_none')}</Text>
      ) : (
        <Group gap="xs" align="flex-end" mt="xs">
          <NativeSelect
            size="xs"
            label={t('shape.tie_row')}
            value={chosen}
            data={[
              { value: '', label: t('shape.tie_choose') },
              ...rows
                .filter((row) => row.platform_id === null)
                .map((row) => ({ value: idOf(row), label: nameOf(row) })),
            ]}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <NativeSelect
            size="xs"
            label={t('shape.tie_category', { platform })}
            value={category}
            data={[
              { value: '', label: t('shape.tie_choose') },
              ...categories.map(({ platform_id, path }) => ({
                value: String(platform_id),
                label: path.join(' › '),
              })),
            ]}
            onChange={(event) => setCategory(event.currentTarget.value)}
          />
          <Button
            size="xs"
            variant="default"
            disabled={!row || category === '' || busy}
            onClick={() => row && void tie(row)}
          >
            {t('shape.tie')}
          </Button>
        </Group>
      )}
    </>
  );
}
