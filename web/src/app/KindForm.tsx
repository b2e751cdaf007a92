import { useParams } from '@tanstack/react-router';
import { FormScreen } from '../form/FormScreen';
import type { Kind } from '../kinds/kind';
import { NotFound } from './NotFound';

export function KindCreate({ kind }: { kind: Kind }) {
  return kind.form ? <FormScreen form={kind.form} /> : <NotFound />;
}

export function KindUpdate({ kind }: { kind: Kind }) {
  const { id } = useParams({ strict: false }) as { id?: string };
  if (!kind.form || !id) return <NotFound />;
  // A kind that finds its rows in a way of its own has names of its own for them.
  if (typeof kind.form.detail === 'function') return <FormScreen form={kind.form} id={id} key={id} />;
  const number = Number(id);
  if (!Number.isInteger(number) || number < 1) return <NotFound />;
  return <FormScreen form={kind.form} id={number} key={number} />;
}
