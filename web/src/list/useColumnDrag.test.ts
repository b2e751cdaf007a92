import { expect, it } from 'vitest';
import { dropPlace } from './useColumnDrag';

const headings = [
  { id: 'nama', left: 0, right: 100 },
  { id: 'hari', left: 100, right: 200 },
  { id: 'sks', left: 200, right: 300 },
];

it('a column drops on the nearer side of the heading under the pointer', () => {
  expect(dropPlace(headings, 'nama', 210)).toEqual({ target: 'sks', side: 'before' });
  expect(dropPlace(headings, 'nama', 290)).toEqual({ target: 'sks', side: 'after' });
  expect(dropPlace(headings, 'sks', -40)).toEqual({ target: 'nama', side: 'before' });
  expect(dropPlace(headings, 'nama', 900)).toEqual({ target: 'sks', side: 'after' });
});

it('a column that would stay where it is has no place', () => {
  expect(dropPlace(headings, 'hari', 150)).toBeNull();
  expect(dropPlace(headings, 'hari', 90)).toBeNull();
  expect(dropPlace(headings, 'hari', 210)).toBeNull();
  expect(dropPlace(headings, 'password', 50)).toBeNull();
});
