// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startTexts } from '../texts/i18n';
import { DataTable } from './DataTable';
import type { SelectedRows, TableColumn } from './tableTypes';

interface Course {
  code: string;
  name: string;
}

const columns: readonly TableColumn<Course>[] = [
  { id: 'name', label: 'Nama', cell: ({ name }) => name },
  { id: 'code', label: 'Kode', cell: ({ code }) => code },
];

beforeAll(startTexts);
afterEach(cleanup);

interface Props {
  items: readonly Course[];
  selected?: SelectedRows;
  allSelected?: boolean;
  onSelect?: (selected: SelectedRows) => void;
}

function Table({ items, ...choice }: Props) {
  return (
    <MantineProvider env="test">
      <DataTable<Course>
        title="Mata Kuliah"
        columns={columns}
        items={items}
        idOf={({ code }) => code}
        labelOf={({ name }) => name}
        firstNumber={1}
        sort="id"
        order="asc"
        onSort={() => undefined}
        skeletonRows={10}
        {...choice}
      />
    </MantineProvider>
  );
}

const names = () =>
  [...document.querySelectorAll('tbody tr td:nth-child(2)')].map((cell) => cell.textContent);

it('keeps no row on the next page, even with duplicate ids', async () => {
  const { rerender } = render(
    <Table
      items={[
        { code: 'IF101', name: 'Algoritma' },
        { code: 'IF101', name: 'Algoritma, kelas malam' },
        { code: 'IF102', name: 'Basis Data' },
      ]}
    />,
  );
  expect(names()).toEqual(['Algoritma', 'Algoritma, kelas malam', 'Basis Data']);
  rerender(<Table items={[{ code: 'IF201', name: 'Jaringan' }]} />);
  await screen.findByText('Jaringan');
  expect(names()).toEqual(['Jaringan']);
  rerender(<Table items={[{ code: 'IF101', name: 'Algoritma' }]} />);
  await screen.findByText('Algoritma');
  expect(names()).toEqual(['Algoritma']);
});

function Choosing({ items }: Pick<Props, 'items'>) {
  const [selected, setSelected] = useState<SelectedRows>({ IF900: true });
  return (
    <>
      <Table items={items} selected={selected} onSelect={setSelected} />
      <output>{Object.keys(selected).join(' ')}</output>
    </>
  );
}

it('toggles the rows of this page, and keeps other pages', () => {
  render(
    <Choosing
      items={[
        { code: 'IF101', name: 'Algoritma' },
        { code: 'IF102', name: 'Basis Data' },
      ]}
    />,
  );
  const all = screen.getByLabelText('Pilih semua baris di halaman ini');
  const selected = () => screen.getByRole('status').textContent;
  fireEvent.click(screen.getByLabelText(/Basis Data/));
  fireEvent.click(all);
  expect(selected()).toBe('IF900 IF101 IF102');
  fireEvent.click(all);
  expect(selected()).toBe('IF900');
});

it('draws all rows as selected, until one is removed', () => {
  const items = [
    { code: 'IF101', name: 'Algoritma' },
    { code: 'IF102', name: 'Basis Data' },
  ];
  let selected: SelectedRows = {};
  render(
    <Table
      items={items}
      allSelected
      onSelect={(next) => {
        selected = next;
      }}
    />,
  );
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(true);
  fireEvent.click(screen.getByLabelText(/Basis Data/));
  expect(selected).toEqual({ IF101: true });
});
