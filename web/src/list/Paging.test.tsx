// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../texts/i18n';
import { Paging } from './Paging';

beforeAll(startTexts);
afterEach(cleanup);

it('the next button keeps the focus on the last page', () => {
  const onPage = vi.fn<(page: number) => void>();
  const paging = (page: number) => (
    <MantineProvider env="test">
      <Paging page={page} perPage={10} total={20} onPage={onPage} onPerPage={() => undefined} />
    </MantineProvider>
  );
  const { rerender } = render(paging(0));
  const next = screen.getByRole('button', { name: 'Halaman berikutnya' });
  next.focus();
  fireEvent.click(next);
  expect(onPage).toHaveBeenCalledExactlyOnceWith(1);
  rerender(paging(1));
  expect(document.activeElement).toBe(next);
  expect(next.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(next);
  expect(onPage).toHaveBeenCalledOnce();
});
