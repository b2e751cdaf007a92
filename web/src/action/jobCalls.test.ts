// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '../api/client';
import { aJob } from './job.fixture';
import { followJob } from './jobCalls';

/** One turn of the real event loop, which delivers stream data. */
const realImmediate = setImmediate;
const turn = () => new Promise<void>((done) => realImmediate(done));

const job: Job = { ...aJob, id: 7 };
/** Duration of a stream in milliseconds, and the times at which streams were requested. */
let lasting: number;
let streams: number[];

/** Sends one event and then ends the stream. */
function events(): ReadableStream<Uint8Array> {
  const event = new TextEncoder().encode(`event: progress\ndata: ${JSON.stringify(job)}\n\n`);
  return new ReadableStream({
    start(stream) {
      stream.enqueue(event);
      setTimeout(() => stream.close(), lasting);
    },
  });
}

async function answer(asked: Request | string): Promise<Response> {
  if (typeof asked === 'string' && asked.endsWith('/events')) {
    streams.push(Date.now());
    return new Response(events());
  }
  return Response.json({ msg: 'Success', data: job });
}

// The code that is fetched with the first job comes in real time, which the tests' clock does not wait for.
beforeAll(() => import('eventsource-parser/stream'));

beforeEach(() => {
  streams = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Follows the job for this many seconds. Returns the reports of lost contact. */
async function follow(seconds: number): Promise<boolean[]> {
  const control = new AbortController();
  const lost: boolean[] = [];
  void followJob(
    job.id,
    control.signal,
    () => undefined,
    (isLost) => lost.push(isLost),
  );
  // Advances second by second, because stream data is read between two timers.
  for (let second = 0; second < seconds; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    for (let turns = 0; turns < 10; turns++) await turn();
  }
  control.abort();
  return lost;
}

it('backs off when streams end at once, without reporting lost contact', async () => {
  lasting = 10;
  const lost = await follow(120);
  const waits = streams.slice(1).map((at, index) => at - (streams[index] ?? 0));
  expect(streams.length).toBeLessThan(15);
  expect(streams.length).toBeGreaterThan(8);
  expect(Math.max(...waits)).toBeGreaterThan(14_000);
  expect(lost).not.toContain(true);
});

it('reopens a long stream at once', async () => {
  lasting = 20_000;
  await follow(65);
  expect(streams.map((at) => at - (streams[0] ?? 0)).map((at) => Math.round(at / 1_000))).toEqual([
    0, 21, 41, 62,
  ]);
});
