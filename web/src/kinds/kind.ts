import type { FormDeclaration } from '../form/declaration';
import type { ListDeclaration } from '../list/declaration';

/** A kind of data, declared: its list, and its form where it has one. The screens themselves are written once. */
export interface Kind {
  list: ListDeclaration;
  form?: FormDeclaration;
}

export const migrationStates = ['belum', 'berubah', 'gagal', 'sudah'] as const;
export const enrollStates = ['belum', 'sudah'] as const;
