import { Alert, Button, Group, PasswordInput, TextInput, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../texts/failure';
import type { PartProps, TextField } from './answers';
import classes from './Setup.module.css';
import type { Look } from './useLook';

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

interface LookingProps<Found> {
  label: string;
  look: Look<Found>;
  onLook: () => void;
  children: (found: Found) => ReactNode;
}

/** The button that tests the answers, with the findings. */
export function Looking<Found>({ label, look, onLook, children }: LookingProps<Found>) {
  const failureText = useFailureText();
  return (
    <div aria-busy={look.state === 'looking'}>
      <Group>
        <Button variant="default" size="xs" loading={look.state === 'looking'} onClick={onLook}>
          {label}
        </Button>
      </Group>
      <div role="status">
        {look.state === 'failed' && (
          <Alert color="red" mt="xs" py={6}>
            {failureText(look.cause)}
          </Alert>
        )}
        {look.state === 'found' && children(look.found)}
      </div>
    </div>
  );
}
