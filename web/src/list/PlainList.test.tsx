// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../api/client';
import { startTexts } from '../texts/i18n';
import type { ListAddress, SortOrder } from './address';
import { PlainList } from './PlainList';
import type { TableColumn } from './tableTypes';

interface Entry {
  id: number;
  action: string;
}

const columns: readonly TableColumn<Entry>[] = [
  { id: 'action', label: 'Aktivitas', cell: ({ action }) => action },
];
const start: ListAddress = {
  tab: 'dashboard',
  page: 0,
  per_page: 10,
  sort: 'id',
  order: 'asc',
  q: '',
  filters: {},
  scope: {},
};
const entries = (count: number): Entry[] =>
  Array.from({ length: count }, (_, at) => ({ id: at, action: `Sync Kelas ${at + 1}` }));

beforeAll(startTexts);
afterEach(cleanup);

interface Props {
  load: (query: Record<string, string | number>) => Promise<Envelope<Entry[]>>;
  page?: number;
  cacheKey?: readonly unknown[];
  defaultOrder?: SortOrder;
}

function List({ load, page = 0, cacheKey = ['log'], defaultOrder = 'asc' }: Props) {
  const [address, setAddress] = useState({ ...start, page, order: defaultOrder });
  return (
    <PlainList<Entry>
      title="Log"
      defaultOrder={defaultOrder}
      address={address}
      onAddress={setAddress}
      cacheKey={cacheKey}
      load={load}
      columns={columns}
      idOf={({ id }) => String(id)}
      labelOf={({ action }) => action}
      empty={{ title: 'Belum ada aktivitas.' }}
    />
  );
}

function show() {
  const queries = new QueryClient();
  return render(null, {
    wrapper: ({ children }) => (
      <MantineProvider env="test">
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </MantineProvider>
    ),
  });
}

it('goes to the last page if the requested page is empty', async () => {
  show().rerender(
    <List
      page={3}
      load={async ({ page }) => ({ msg: 'Success', data: page === 1 ? entries(2) : [], total: 12 })}
    />,
  );
  await screen.findByText('Sync Kelas 2');
  expect(screen.getByText('11–12 dari 12')).toBeTruthy();
});

it("marks the list's own order, and requests the other one", async () => {
  const asked: Record<string, string | number>[] = [];
  show().rerender(
    <List
      defaultOrder="desc"
      load={async (query) => {
        asked.push(query);
        return { msg: 'Success', data: entries(2), total: 2 };
      }}
    />,
  );
  await screen.findByText('Sync Kelas 1');
  const marked = () => screen.getByRole('columnheader', { name: 'No' }).getAttribute('aria-sort');
  expect(marked()).toBe('descending');
  fireEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(marked()).toBe('ascending');
  const first = { page: 0, per_page: 10 };
  await waitFor(() => expect(asked).toEqual([first, { ...first, sort: 'id', order: 'asc' }]));
});

it('calls only the requested list empty, not the previous one', async () => {
  const { rerender } = show();
  rerender(<List cacheKey={['running']} load={async () => ({ msg: 'Success', data: [], total: 0 })} />);
  await screen.findByText('Belum ada aktivitas.');
  let come: (rows: Envelope<Entry[]>) => void = () => undefined;
  const coming = new Promise<Envelope<Entry[]>>((resolve) => {
    come = resolve;
  });
  rerender(<List cacheKey={['done']} load={() => coming} />);
  expect(screen.queryByText('Belum ada aktivitas.')).toBeNull();
  come({ msg: 'Success', data: entries(1), total: 1 });
  await screen.findByText('Sync Kelas 1');
});
