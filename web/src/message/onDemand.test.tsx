// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { onDemand } from './onDemand';

afterEach(cleanup);

const Greeting = ({ name }: { name: string }) => <p>Halo {name}</p>;

it('what is wanted stands there once it has come, and something else until then', async () => {
  const Wanted = onDemand<{ name: string }>(() => Promise.resolve(Greeting));
  render(<Wanted name="Ratna" waiting={<p>Sebentar</p>} />);
  expect(screen.getByText('Sebentar')).toBeTruthy();
  await screen.findByText('Halo Ratna');
});

it('what was fetched ahead is there at once', async () => {
  const Wanted = onDemand<{ name: string }>(() => Promise.resolve(Greeting));
  await Wanted.preload();
  render(<Wanted name="Ratna" />);
  expect(screen.getByText('Halo Ratna')).toBeTruthy();
});

it('what cannot be fetched takes nothing else away, and is fetched when it is asked for again', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValueOnce(Greeting);
  const missed = vi.fn();
  const Wanted = onDemand<{ name: string }>(load);
  const page = (wanted: string) => (
    <>
      <p>Halaman</p>
      <Wanted key={wanted} name="Ratna" onMissed={missed} missed={<p>Tidak datang</p>} />
    </>
  );
  const { rerender } = render(page('first'));
  await screen.findByText('Tidak datang');
  rerender(page('second'));
  await screen.findByText('Halo Ratna');
  expect(screen.getByText('Halaman')).toBeTruthy();
  expect(missed).toHaveBeenCalledOnce();
});
