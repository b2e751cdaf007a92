import {
  callHeaders,
  client,
  type Envelope,
  type Job,
  type JobRow,
  noticeRejection,
  type ReasonGroup,
  settle,
} from '../api/client';
import { download } from '../api/download';
import { actorName } from '../session/session';

/** All that runs or waits, and what has ended lately. */
export async function latestJobs(signal: AbortSignal): Promise<Job[]> {
  return (await settle<Job[]>(client.GET('/api/v1/api/jobs', { signal }))).data;
}

export async function oneJob(id: number, signal?: AbortSignal): Promise<Job> {
  const init = { params: { path: { id } }, ...(signal ? { signal } : {}) };
  return (await settle<Job>(client.GET('/api/v1/api/jobs/{id}', init))).data;
}

export function jobRows(id: number, query: Record<string, string | number>, signal: AbortSignal) {
  return settle<JobRow[]>(
    client.GET('/api/v1/api/jobs/{id}/rows', { params: { path: { id }, query }, signal }),
  );
}

/** The reasons that rows of a job share, that of most rows first. */
export async function jobReasons(id: number, signal: AbortSignal): Promise<ReasonGroup[]> {
  const call = client.GET('/api/v1/api/jobs/{id}/reasons', { params: { path: { id } }, signal });
  return (await settle<ReasonGroup[]>(call)).data;
}

export function cancelJob(id: number): Promise<Envelope> {
  return settle(
    client.POST('/api/v1/api/jobs/{id}/cancel', { params: { path: { id } }, body: { name: actorName() } }),
  );
}

export function retryJob(id: number): Promise<Envelope> {
  return settle(
    client.POST('/api/v1/api/jobs/{id}/retry', {
      params: { path: { id }, header: { Prefer: 'respond-async' } },
      body: { name: actorName() },
    }),
  );
}

export function undoJob(id: number): Promise<Envelope> {
  return settle(
    client.POST('/api/v1/api/jobs/{id}/undo', {
      params: { path: { id }, header: { Prefer: 'respond-async' } },
      body: { name: actorName() },
    }),
  );
}

/** The report as an Excel file, narrowed as it is on screen. */
export function downloadRows(id: number, narrowed: Record<string, string>): Promise<void> {
  const query = new URLSearchParams(narrowed).toString();
  return download(`/api/v1/api/jobs/${id}/rows.xlsx${query && `?${query}`}`, `rincian-${id}.xlsx`);
}

export function ended(job: Job): boolean {
  return job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';
}

/** Reads the event stream until the job's end or the stream's. The browser's EventSource cannot send the key. */
async function listen(id: number, signal: AbortSignal, heard: (job: Job) => void): Promise<boolean> {
  const headers = callHeaders();
  const response = await fetch(`/api/v1/api/jobs/${id}/events`, {
    headers: { ...headers, Accept: 'text/event-stream' },
    signal,
  });
  noticeRejection(headers['X-Authorization'] ?? null, response);
  if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
  // Most pages are left before any work is begun on them, so the parser is fetched with the first job.
  const { EventSourceParserStream } = await import('eventsource-parser/stream');
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    if (value.event !== 'progress' && value.event !== 'end') continue;
    const job = JSON.parse(value.data) as Job;
    heard(job);
    if (value.event === 'end' || ended(job)) {
      await reader.cancel();
      return true;
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    // Who is back on the network need not wait for the patience to end.
    window.addEventListener('online', done);
  });
}

/** Milliseconds from the end of a stream until the next is asked for, at first and at most. */
const [firstWait, longestWait] = [500, 15_000];

/**
 * Follows a job to its end. A broken stream is taken up again, ever more patiently; each time the job itself is asked
 * first, for it may have ended between two streams. The server ends the oldest stream where it has no room for
 * another, so only a stream that went on for a while makes the next wait short.
 */
export async function followJob(
  id: number,
  signal: AbortSignal,
  heard: (job: Job) => void,
  lost: (isLost: boolean) => void,
): Promise<void> {
  let wait = firstWait;
  while (!signal.aborted) {
    const began = Date.now();
    try {
      const over = await listen(id, signal, (job) => {
        lost(false);
        heard(job);
      });
      if (over) return;
    } catch {
      if (signal.aborted) return;
    }
    try {
      const job = await oneJob(id, signal);
      lost(false);
      heard(job);
      if (ended(job)) return;
    } catch {
      if (signal.aborted) return;
      lost(true);
    }
    if (Date.now() - began > longestWait) wait = firstWait;
    await pause(wait, signal);
    wait = Math.min(wait * 2, longestWait);
  }
}
