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
  const number = Number(id);
  if (!Number.isInteger(number) || number < 1) return <NotFound />;
  return <FormScreen form={kind.form} id={number} key={number} />;
}
