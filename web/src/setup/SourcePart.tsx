import { NativeSelect, Switch, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Findings } from '../settings/Findings';
import { TrialView } from '../settings/TrialView';
import { type Answers, sourceBody, type Way, ways } from './answers';
import type { Asked, Calls } from './calls';
import { Field, Looking, Part } from './Part';
import classes from './Setup.module.css';
import type { PartProps } from './SetupForm';
import { useLook } from './useLook';

interface Props extends PartProps {
  lists: Asked['lists'];
  calls: Calls;
}

/** The list whose first rows are shown unless another is chosen. */
const firstShown = 'classes';

function Queries({ answers: { queries }, errors, onChange, lists }: Omit<Props, 'calls'>) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.queries}>
      <legend>{t('setup.queries')}</legend>
      <Text size="xs" c="dimmed">
        {t('setup.queries_hint')}
      </Text>
      {errors.queries && (
        <Text size="xs" c="red" role="alert">
          {errors.queries}
        </Text>
      )}
      {lists.map(({ list, label }) => (
        <Textarea
          key={list}
          name="queries"
          label={label}
          autosize
          minRows={1}
          maxRows={8}
          spellCheck={false}
          placeholder={`source.sql.queries.${list}`}
          classNames={{ input: classes.query ?? '' }}
          value={queries[list] ?? ''}
          onChange={(event) => onChange({ queries: { ...queries, [list]: event.currentTarget.value } })}
        />
      ))}
    </fieldset>
  );
}

function OfWay(props: Omit<Props, 'calls'>) {
  const { t } = useTranslation();
  switch (props.answers.way) {
    case 'http':
      return (
        <>
          <Field {...props} name="base_url" label={t('setup.base_url')} hint={t('setup.base_url_hint')} />
          <Field {...props} name="bearer" label={t('setup.bearer')} hint={t('setup.bearer_hint')} secret />
        </>
      );
    case 'sql':
      return (
        <>
          <Field {...props} name="sql_url" label={t('setup.sql_url')} hint={t('setup.sql_url_hint')} secret />
          <Queries {...props} />
        </>
      );
    case 'files':
      return <Field {...props} name="folder" label={t('setup.folder')} hint={t('setup.folder_hint')} />;
    default:
      return (
        <Text size="sm" c="dimmed">
          {t('setup.uploads_about')}
        </Text>
      );
  }
}

/** The first rows of a list, as they are read. */
function Trial({ answers, lists, calls }: { answers: Answers } & Pick<Props, 'lists' | 'calls'>) {
  const { t } = useTranslation();
  const [list, setList] = useState(firstShown);
  const [closed, setClosed] = useState(false);
  const trial = useLook({ ...sourceBody(answers), list }, ({ list: chosen, ...body }) =>
    calls.tryList(body, chosen),
  );
  return (
    <>
      <NativeSelect
        label={t('setup.list')}
        value={list}
        data={lists.map(({ list: value, label }) => ({ value, label }))}
        onChange={(event) => setList(event.currentTarget.value)}
      />
      <Looking
        label={t('setup.try')}
        look={trial.look}
        onLook={() => {
          setClosed(false);
          void trial.begin();
        }}
      >
        {(tried) => !closed && <TrialView tried={tried} onClose={() => setClosed(true)} />}
      </Looking>
    </>
  );
}

/** The source: how its lists are read, how they stand, and the first rows of one. */
export function SourcePart({ lists, calls, ...part }: Props) {
  const { t } = useTranslation();
  const { answers, errors, onChange } = part;
  const source = useLook(sourceBody(answers), calls.lookAtSource);
  const inUse = lists.filter(({ list }) => answers.mbkm || list !== 'mbkm_students');
  return (
    <Part title={t('setup.source')}>
      <NativeSelect
        name="way"
        label={t('setup.way')}
        value={answers.way}
        error={errors.way}
        data={ways.map((way) => ({ value: way, label: t(`setup.ways.${way}`) }))}
        onChange={(event) => onChange({ way: event.currentTarget.value as Way })}
      />
      <OfWay {...part} lists={inUse} />
      <Field {...part} name="source_name" label={t('setup.source_name')} hint={t('setup.source_name_hint')} />
      <Switch
        label={t('setup.mbkm')}
        checked={answers.mbkm}
        onChange={(event) => onChange({ mbkm: event.currentTarget.checked })}
      />
      {answers.way !== 'uploads' && (
        <>
          <Looking label={t('setup.look_source')} look={source.look} onLook={() => void source.begin()}>
            {({ findings }) => <Findings findings={findings} />}
          </Looking>
          <Trial answers={answers} lists={inUse} calls={calls} />
        </>
      )}
    </Part>
  );
}
