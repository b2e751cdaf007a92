// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../texts/i18n';
import { DayPicker } from './DayPicker';

beforeAll(startTexts);
afterEach(cleanup);

function open(first = ''): { field: HTMLInputElement; picked: (day: string) => void } {
  const picked = vi.fn<(day: string) => void>();
  function Picking() {
    const [day, setDay] = useState(first);
    const pick = (next: string) => {
      picked(next);
      setDay(next);
    };
    return <DayPicker name="from" label="Dari tanggal" value={day} onChange={pick} />;
  }
  render(
    <MantineProvider env="test">
      <Picking />
    </MantineProvider>,
  );
  return { field: screen.getByLabelText<HTMLInputElement>('Dari tanggal'), picked };
}

const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });
const wrong = () => screen.queryByText('Tulis tanggal seperti 21-11-2026.');

it.each(['leaves it', 'presses Enter'])('an invalid day shows an example once the user %s', (done) => {
  const { field, picked } = open('2026-11-01');
  type(field, 'besok');
  expect(wrong()).toBeNull();
  if (done === 'leaves it') fireEvent.blur(field);
  else fireEvent.keyDown(field, { key: 'Enter' });
  expect(wrong()).toBeTruthy();
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['besok', 'true']);
  expect(picked).not.toHaveBeenCalled();
});

it('a day is accepted in either order', () => {
  const { field, picked } = open();
  type(field, '21/11/2026');
  fireEvent.blur(field);
  expect(picked).toHaveBeenCalledExactlyOnceWith('2026-11-21');
  expect([field.value, wrong()]).toEqual(['2026-11-21', null]);
});
