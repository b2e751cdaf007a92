import type { KindName, PersonOf, RowOf } from '../api/client';
import type { FormDeclaration } from '../form/declaration';
import type { ListDeclaration } from '../list/declaration';

/** The declaration of a kind: its list, and its form if it has one. All kinds share the screens. */
export interface Kind {
  list: ListDeclaration;
  form?: FormDeclaration;
}

/** A kind typed by its rows: a field that the API's rows or its form's call lack does not compile. */
export interface KindOf<Name extends KindName, Field extends string = never> {
  list: ListDeclaration<RowOf<Name>, PersonOf<Name>> & { id: Name };
  form?: FormDeclaration<Field>;
}

export const migrationStates = ['belum', 'berubah', 'gagal', 'sudah'] as const;
export const enrollStates = ['belum', 'gagal', 'ditangguhkan', 'sudah'] as const;

/** `Siti Rahayu · 260001 · Algoritma A`: a person, and the class of an enrolment. */
export function fullName(person: readonly unknown[], ofClass: readonly unknown[]): string {
  const [name, ...others] = person.filter(Boolean);
  const parts = [name, ...others.filter((part) => part !== name), ofClass.filter(Boolean).join(' ')];
  return parts.filter(Boolean).join(' · ');
}
