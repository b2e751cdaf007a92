// @vitest-environment jsdom
import { createRootRoute, createRoute, Link, Outlet } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { show } from '../page/show.fixture';
import { usePageFocus } from './usePageFocus';

afterEach(cleanup);

function Frame() {
  usePageFocus();
  return (
    <>
      <Link to="/lain">Menu</Link>
      <main id="isi" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

async function open(): Promise<HTMLElement> {
  const root = createRootRoute({ component: Frame });
  const page = (path: string, next: string, text: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <Link to={next}>{text}</Link> });
  show(root.addChildren([page('/', '/lain', 'Ke halaman lain'), page('/lain', '/', 'Kembali')]));
  return screen.findByText('Ke halaman lain');
}

async function follow(link: HTMLElement): Promise<void> {
  act(() => link.focus());
  fireEvent.click(link);
  await screen.findByText('Kembali');
}

it('moves into the new page after following a link', async () => {
  const link = await open();
  expect(document.activeElement).toBe(document.body);
  await follow(link);
  await waitFor(() => expect(document.activeElement?.id).toBe('isi'));
});

it('stays on an element that still exists', async () => {
  await open();
  const menu = screen.getByText('Menu');
  await follow(menu);
  expect(document.activeElement).toBe(menu);
});
