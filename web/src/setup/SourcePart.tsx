import { NativeSelect, Switch, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Findings } from '../settings/Findings';
import { useListName } from '../settings/sources';
import { TrialView } from '../settings/TrialView';
import { type Answers, type PartProps, sourceBody, type Way, ways } from './answers';
import type { Calls, SetupInfo } from './calls';
import { Certificate, Field, Part, TestButton } from './Part';
import classes from './Setup.module.css';
import { useTest } from './useTest';

interface Props extends PartProps {
  lists: SetupInfo['lists'];
  calls: Calls;
}

/** Examples of additional settings, for each way of reading. */
const examples: Record<Way, string> = {
  http: '[source.paths]\nclasses = "/jadwal"\n\n[source.http.lists.classes]\nrows = "/result/items"\nfields = { jadwal_kuliah_detail_id = "id" }',
  feeder: '[source.files]\nfolder = "/srv/sumber"',
  sql: '[source.files]\nfolder = "/srv/sumber"',
  files: '[source.files.columns.class_students]\nNPK = "NIM"',
  uploads: '[source.uploads]\nmegabytes = 500',
};

/** The list that shows its first rows by default. */
const defaultList = 'classes';

function Queries({ answers: { queries }, errors, onChange, lists }: Omit<Props, 'calls'>) {
  const { t } = useTranslation();
  const listName = useListName();
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
          label={listName({ list, label })}
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

/** Additional settings of the source, in the syntax of the settings file. */
function MoreSettings({ answers, errors, onChange }: PartProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <details
      className={classes.more}
      open={opened || Boolean(errors.more)}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>{t('setup.more')}</summary>
      <Textarea
        name="more"
        aria-label={t('setup.more')}
        description={t('setup.more_hint')}
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        placeholder={examples[answers.way]}
        classNames={{ input: classes.query ?? '' }}
        value={answers.more}
        error={errors.more}
        onChange={(event) => onChange({ more: event.currentTarget.value })}
      />
    </details>
  );
}

function WayFields(props: Omit<Props, 'calls'>) {
  const { t } = useTranslation();
  switch (props.answers.way) {
    case 'http':
      return (
        <>
          <Field {...props} name="base_url" label={t('setup.base_url')} hint={t('setup.base_url_hint')} />
          <Field {...props} name="bearer" label={t('setup.bearer')} hint={t('setup.bearer_hint')} secret />
          <Certificate {...props} name="ca_file" />
        </>
      );
    case 'feeder':
      return (
        <>
          <Field {...props} name="base_url" label={t('setup.feeder_url')} hint={t('setup.feeder_url_hint')} />
          <Field {...props} name="feeder_username" label={t('setup.feeder_username')} />
          <Field {...props} name="feeder_password" label={t('setup.feeder_password')} secret />
          <Field {...props} name="semester" label={t('setup.semester')} hint={t('setup.semester_hint')} />
          <Certificate {...props} name="ca_file" />
          <Text size="xs" c="dimmed">
            {t('setup.feeder_about')}
          </Text>
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

/** The first rows of a list as they are read. */
function Trial({ answers, lists, calls }: { answers: Answers } & Pick<Props, 'lists' | 'calls'>) {
  const { t } = useTranslation();
  const listName = useListName();
  const [list, setList] = useState(defaultList);
  const [closed, setClosed] = useState(false);
  const trial = useTest({ ...sourceBody(answers), list }, ({ list: chosen, ...body }) =>
    calls.tryList(body, chosen),
  );
  return (
    <>
      <NativeSelect
        label={t('setup.list')}
        value={list}
        data={lists.map((each) => ({ value: each.list, label: listName(each) }))}
        onChange={(event) => setList(event.currentTarget.value)}
      />
      <TestButton
        label={t('setup.try')}
        test={trial.state}
        onTest={() => {
          setClosed(false);
          void trial.run();
        }}
      >
        {(tried) => !closed && <TrialView result={tried} onClose={() => setClosed(true)} />}
      </TestButton>
    </>
  );
}

/** The source: the way of reading, the state of the lists, and the first rows of one. */
export function SourcePart({ lists, calls, ...part }: Props) {
  const { t } = useTranslation();
  const { answers, errors, onChange } = part;
  const source = useTest(sourceBody(answers), calls.testSource);
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
      <WayFields {...part} lists={inUse} />
      <MoreSettings {...part} />
      <Field {...part} name="source_name" label={t('setup.source_name')} hint={t('setup.source_name_hint')} />
      <Switch
        label={t('setup.mbkm')}
        checked={answers.mbkm}
        onChange={(event) => onChange({ mbkm: event.currentTarget.checked })}
      />
      {answers.way !== 'uploads' && (
        <>
          <TestButton label={t('setup.look_source')} test={source.state} onTest={() => void source.run()}>
            {({ findings }) => <Findings findings={findings} />}
          </TestButton>
          <Trial answers={answers} lists={inUse} calls={calls} />
        </>
      )}
    </Part>
  );
}
