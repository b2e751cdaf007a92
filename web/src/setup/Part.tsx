import { Alert, Button, Group, PasswordInput, TextInput, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../texts/failure';
import type { PartProps, TextField } from './answers';
import classes from './Setup.module.css';
import type { TestState } from './useTest';

/** One part of the setup, under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {title}
      </Title>
      {children}
    </section>
  );
}

interface FieldProps extends PartProps {
  name: TextField;
  label: string;
  hint?: string;
  secret?: boolean;
  autoComplete?: string;
}

/** A text input. */
export function Field({
  answers,
  errors,
  onChange,
  name,
  label,
  hint,
  secret,
  autoComplete = 'off',
}: FieldProps) {
  const { t } = useTranslation();
  const Input = secret ? PasswordInput : TextInput;
  return (
    <Input
      name={name}
      label={label}
      description={hint}
      autoComplete={autoComplete}
      value={answers[name]}
      error={errors[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      {...(secret ? { visibilityToggleButtonProps: { 'aria-label': t('session.show_password') } } : {})}
    />
  );
}

/** The certificate of the institution's own authority, if its servers use one. */
export function Certificate(props: PartProps & { name: 'ca_file' | 'platform_ca_file' }) {
  const { t } = useTranslation();
  return <Field {...props} label={t('setup.ca_file')} hint={t('setup.ca_file_hint')} />;
}

interface TestButtonProps<Result> {
  label: string;
  test: TestState<Result>;
  onTest: () => void;
  children: (result: Result) => ReactNode;
}

/** The button that tests the answers, with the findings. */
export function TestButton<Result>({ label, test, onTest, children }: TestButtonProps<Result>) {
  const failureText = useFailureText();
  return (
    <div aria-busy={test.state === 'running'}>
      <Group>
        <Button variant="default" size="xs" loading={test.state === 'running'} onClick={onTest}>
          {label}
        </Button>
      </Group>
      <div role="status">
        {test.state === 'failed' && (
          <Alert color="red" mt="xs" py={6}>
            {failureText(test.cause)}
          </Alert>
        )}
        {test.state === 'done' && children(test.result)}
      </div>
    </div>
  );
}
