import { expect, it } from 'vitest';
import type { ServerPlan } from '../api/client';
import { expectedTime } from './expected';

type Working = Pick<ServerPlan, 'counts' | 'besides' | 'expected'>;

const withTime = (create: number, seconds?: number): Working => ({
  counts: { create, update: 0, unchanged: 0, missing: 0, waiting: 0, conflicts: 0, leaving: 0, moved: 0 },
  besides: 0,
  ...(seconds === undefined ? {} : { expected: { seconds, job: 1, rows: 10 } }),
});

it('adds up what earlier jobs tell', () => {
  expect(expectedTime([withTime(3, 20), withTime(5, 40)])).toEqual({ seconds: 60, isWhole: true });
});

it('is a lower bound if a part was never run before', () => {
  expect(expectedTime([withTime(3, 20), withTime(5)])).toEqual({ seconds: 20, isWhole: false });
});

it('says nothing without work or without earlier jobs', () => {
  expect(expectedTime([withTime(0, 20)])).toBeNull();
  expect(expectedTime([withTime(3)])).toBeNull();
});
