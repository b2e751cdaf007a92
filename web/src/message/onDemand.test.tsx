// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../texts/i18n';
import { onDemand } from './onDemand';
import { ToastStack } from './ToastStack';

beforeAll(startTexts);
afterEach(cleanup);

const Greeting = ({ name }: { name: string }) => <p>Halo {name}</p>;

it('a part appears once loaded, and a placeholder until then', async () => {
  const Lazy = onDemand<{ name: string }>(() => Promise.resolve(Greeting));
  render(<Lazy name="Ratna" placeholder={<p>Sebentar</p>} />);
  expect(screen.getByText('Sebentar')).toBeTruthy();
  await screen.findByText('Halo Ratna');
});

it('a preloaded part appears at once', async () => {
  const Lazy = onDemand<{ name: string }>(() => Promise.resolve(Greeting));
  await Lazy.preload();
  render(<Lazy name="Ratna" />);
  expect(screen.getByText('Halo Ratna')).toBeTruthy();
});

it('a failed part removes nothing else, and is fetched again', async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValueOnce(Greeting);
  const failed = vi.fn();
  const Lazy = onDemand<{ name: string }>(load);
  const page = (key: string) => (
    <>
      <p>Halaman</p>
      <Lazy key={key} name="Ratna" onLoadFailed={failed} fallback={<p>Tidak datang</p>} />
    </>
  );
  const { rerender } = render(page('first'));
  await screen.findByText('Tidak datang');
  rerender(page('second'));
  await screen.findByText('Halo Ratna');
  expect(screen.getByText('Halaman')).toBeTruthy();
  expect(failed).toHaveBeenCalledOnce();
});

describe('a part that fails to load', () => {
  const away = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  function page(children: ReactNode) {
    render(
      <MantineProvider env="test">
        {children}
        <ToastStack />
      </MantineProvider>,
    );
  }

  const expectReported = async () => {
    await screen.findByText(/^Bagian ini tidak dapat dimuat/);
    fireEvent.click(screen.getByRole('button', { name: 'Tutup pesan' }));
  };

  it('is reported', async () => {
    const Lazy = onDemand<{ name: string }>(away);
    page(<Lazy name="Ratna" />);
    await expectReported();
  });

  it('is reported and closed if it can be reopened', async () => {
    const close = vi.fn();
    const Lazy = onDemand<{ onClose: () => void }>(away);
    page(<Lazy onClose={close} />);
    await expectReported();
    expect(close).toHaveBeenCalledOnce();
  });

  it('keeps its opening button, which fetches it again', async () => {
    const load = vi.fn<() => Promise<typeof Greeting>>();
    const Lazy = onDemand<{ name: string }>(load);
    page(
      <Lazy
        name="Ratna"
        button={(opener) => (
          <button type="button" {...opener}>
            Buka
          </button>
        )}
      />,
    );
    const button = screen.getByRole('button', { name: 'Buka' });
    expect(load).not.toHaveBeenCalled();
    load.mockImplementationOnce(away);
    fireEvent.click(button);
    await expectReported();
    load.mockResolvedValueOnce(Greeting);
    fireEvent.click(screen.getByRole('button', { name: 'Buka' }));
    await screen.findByText('Halo Ratna');
  });
});

it('hovering over a button preloads its part without opening it', async () => {
  const load = vi.fn(() => Promise.resolve(Greeting));
  const Lazy = onDemand<{ name: string }>(load);
  render(
    <Lazy
      name="Ratna"
      button={(opener) => (
        <button type="button" {...opener}>
          Buka
        </button>
      )}
    />,
  );
  fireEvent.focus(screen.getByRole('button', { name: 'Buka' }));
  await Lazy.preload();
  expect(load).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Buka' }));
  expect(screen.getByText('Halo Ratna')).toBeTruthy();
});
