import { expect, it } from 'vitest';
import { aJob } from './job.fixture';
import { newsOf, withNews } from './jobsCache';

const running = { ...aJob, id: 3, done: 10 };
const done = { ...running, state: 'done', done: 40 } as const;

it('a job that has news takes its own place, and the latest comes first', () => {
  const other = { ...aJob, id: 4 };
  expect(withNews([running], [other])).toEqual([other, running]);
  expect(withNews([other, running], [done])).toEqual([other, done]);
});

it('of jobs that ended only the latest are kept', () => {
  const many = Array.from({ length: 30 }, (_, place) => ({ ...aJob, id: place + 1 }));
  expect(withNews(many, []).map(({ id }) => id)).toEqual(
    many
      .map(({ id }) => id)
      .slice(10)
      .reverse(),
  );
});

it('a list that was long on its way does not make run what has ended', () => {
  expect(newsOf([done], [running])).toEqual([]);
  expect(newsOf([running], [done])).toEqual([done]);
});
