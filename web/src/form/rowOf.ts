import { type Row, send } from '../api/client';
import type { FormDeclaration } from './declaration';

/** The current state of the row to update. */
export async function rowOf(
  { detail }: FormDeclaration,
  id: number | string,
  signal: AbortSignal,
): Promise<Row> {
  if (typeof detail === 'function') return detail(String(id), signal);
  const answer = await send<Row | Row[]>({ method: 'POST', path: detail }, { body: { id }, signal });
  return (Array.isArray(answer.data) ? answer.data[0] : answer.data) ?? {};
}
