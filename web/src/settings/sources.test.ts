import { describe, expect, it } from 'vitest';
import { filledColumns, headingsOf, headingsToSave } from './sources';

const column = (field: string, heading: string | null, given: string | null = null) => ({
  field,
  needed: false,
  heading,
  given,
});

describe('the headings of a file', () => {
  it('start as the server reads them', () => {
    const columns = [column('NPK', 'NIM', 'NIM'), column('email', 'Email'), column('HP', null)];
    expect(headingsOf({ columns })).toEqual({ NPK: 'NIM', email: 'Email', HP: '' });
  });

  it("are stored if they differ from the column's name", () => {
    expect(headingsToSave({ NPK: 'NIM', nama_lengkap: 'Nama Lengkap', HP: '' })).toEqual({ NPK: 'NIM' });
  });
});

it('a test shows only the columns with values', () => {
  const row = (npk: string, hp: string) => ({
    row: 2,
    raw: '{}',
    fields: [
      { field: 'NPK', text: npk },
      { field: 'HP', text: hp },
      { field: 'email', text: '' },
    ],
  });
  expect(filledColumns({ rows: [row('1', ''), row('2', '08')] })).toEqual(['NPK', 'HP']);
  expect(filledColumns({ rows: [] })).toEqual([]);
});
