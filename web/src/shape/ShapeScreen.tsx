import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { LoadFailed } from '../list/LoadStates';
import { toastError, toastSuccess } from '../message/toasts';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { ForAdministrators } from '../session/ForAdministrators';
import { useFailureText } from '../texts/failure';
import { formatMoment } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { shape as texts } from '../texts/shape';
import { PartIndex } from './PartIndex';
import { changesOf, PreviewView } from './PreviewView';
import classes from './Shape.module.css';
import { ShapeFields } from './ShapeFields';
import { type Draft, draftOf, isSame, type PlatformShape, saveShape, shapeQuery, usePreview } from './shape';

addTexts('shape', texts);

/** Asks the platform for its categories, so it is fetched when it is opened. */
const TiedCategories = lazy(() => import('./TiedCategories'));

/** Fetched when it is asked: dialogs are much script. */
const SaveQuestion = lazy(() => import('./SaveQuestion'));

/** What the rows become on the platform: choices, and beside them what they would make. */
export function ShapeScreen() {
  const { t } = useTranslation();
  const { data, error, isError, refetch } = useQuery(shapeQuery);
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const title = t('titles.shape', { platform: settings.platform_name });
  if (data)
    return <Editor key={data.changed_at} shape={data} title={title} platform={settings.platform_name} />;
  return (
    <>
      <PageHeader title={title} />
      {isError ? <LoadFailed error={error} onRetry={() => refetch()} /> : <Skeleton height={400} />}
    </>
  );
}

interface EditorProps {
  shape: PlatformShape;
  title: string;
  platform: string;
}

function Editor({ shape, title, platform }: EditorProps) {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const saved = draftOf(shape);
  const [draft, setDraft] = useState(saved);
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const [tying, setTying] = useState(false);
  const preview = usePreview(draft);
  const changed = !isSame(draft, saved);
  const faults = preview.error instanceof ApiError ? preview.error.fields : {};
  const isReady = changed && !preview.isError && preview.isCurrent;

  async function save() {
    setSaving(true);
    try {
      toastSuccess(await saveShape(draft));
      setAsking(false);
      await queries.invalidateQueries({ queryKey: shapeQuery.queryKey });
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setSaving(false);
    }
  }

  return (
    <>
      <PageHeader title={title}>
        <ForAdministrators>
          <Group gap="xs">
            <Button size="xs" variant="default" disabled={!changed} onClick={() => setDraft(saved)}>
              {t('shape.reset')}
            </Button>
            <Button size="xs" disabled={!isReady} onClick={() => setAsking(true)}>
              {t('form.save')}
            </Button>
          </Group>
        </ForAdministrators>
      </PageHeader>
      <Text size="sm" c="dimmed" mb="sm">
        {t('shape.about', { platform })}{' '}
        {shape.changed_at && t('shape.changed', { actor: shape.actor, at: formatMoment(shape.changed_at) })}
      </Text>
      <div className={classes.sides}>
        <PartIndex faults={faults} />
        <ShapeFields
          shape={shape}
          draft={draft}
          taught={preview.data?.roles ?? []}
          platform={platform}
          faults={faults}
          onChange={(next: Draft) => setDraft(next)}
        />
        <section aria-label={t('shape.preview')} aria-busy={!preview.isCurrent} className={classes.preview}>
          {preview.isError && (
            <Alert color="red" role="alert">
              {failureText(preview.error)}
            </Alert>
          )}
          {!preview.isError && preview.data && <PreviewView preview={preview.data} platform={platform} />}
          {preview.isLoading && <Skeleton height={240} />}
          {!preview.isEnabled && <Text size="sm">{t('shape.preview_off')}</Text>}
        </section>
      </div>
      <ForAdministrators>
        <details className={classes.insert} onToggle={(event) => setTying(event.currentTarget.open)}>
          <summary>{t('shape.ties', { platform })}</summary>
          <Text size="xs" c="dimmed">
            {t('shape.ties_about', { platform })}
          </Text>
          {tying && (
            <Suspense fallback={<Skeleton height={80} />}>
              <TiedCategories platform={platform} />
            </Suspense>
          )}
        </details>
      </ForAdministrators>
      {asking && (
        <Suspense>
          <SaveQuestion
            changes={preview.data ? changesOf(preview.data, platform, t, i18n.language) : []}
            platform={platform}
            saving={saving}
            onSave={save}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
