import {
  callHeaders,
  checkRejection,
  client,
  type Envelope,
  fetchData,
  type Job,
  type JobRow,
  type ReasonGroup,
  settle,
} from '../api/client';
import { download } from '../api/download';
import { actorName } from '../session/session';

/** Running and waiting jobs, and those that have ended lately. */
export async function latestJobs(signal: AbortSignal): Promise<Job[]> {
  return fetchData<Job[]>(client.GET('/api/v1/api/jobs', { signal }));
}

export async function oneJob(id: number, signal?: AbortSignal): Promise<Job> {
  const init = { params: { path: { id } }, ...(signal ? { signal } : {}) };
  return fetchData<Job>(client.GET('/api/v1/api/jobs/{id}', init));
}

export function jobRows(id: number, query: Record<string, string | number>, signal: AbortSignal) {
  return settle<JobRow[]>(
    client.GET('/api/v1/api/jobs/{id}/rows', { params: { path: { id }, query }, signal }),
  );
}

/** The reasons that rows of a job share, most frequent first. */
export async function jobReasons(id: number, signal: AbortSignal): Promise<ReasonGroup[]> {
  const call = client.GET('/api/v1/api/jobs/{id}/reasons', { params: { path: { id } }, signal });
  return fetchData<ReasonGroup[]>(call);
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

/** The report as an Excel file, filtered as on screen. */
export function downloadRows(id: number, filters: Record<string, string>): Promise<void> {
  const query = new URLSearchParams(filters).toString();
  return download(`/api/v1/api/jobs/${id}/rows.xlsx${query && `?${query}`}`, `rincian-${id}.xlsx`);
}

export function hasEnded(job: Job): boolean {
  return job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';
}

/** Reads the event stream until the job or the stream ends. The browser's EventSource cannot send the key. */
async function listen(id: number, signal: AbortSignal, onJob: (job: Job) => void): Promise<boolean> {
  const headers = callHeaders();
  const response = await fetch(`/api/v1/api/jobs/${id}/events`, {
    headers: { ...headers, Accept: 'text/event-stream' },
    signal,
  });
  checkRejection(headers['X-Authorization'] ?? null, response);
  if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
  // Most pages start no job, so the parser is fetched with the first one.
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
    onJob(job);
    if (value.event === 'end' || hasEnded(job)) {
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
    // Back on the network, the page need not wait for the pause to end.
    window.addEventListener('online', done);
  });
}

/** First and maximum pause in milliseconds between the end of a stream and the next request. */
const [firstWait, longestWait] = [500, 15_000];

/**
 * Follows a job to its end. A broken stream is reopened with growing pauses. Each time the job itself is requested first,
 * for it may have ended between two streams. If the server lacks room for a new stream, it ends the oldest one. So only a
 * stream that lasted a while resets the pause.
 */
export async function followJob(
  id: number,
  signal: AbortSignal,
  onJob: (job: Job) => void,
  onLost: (isLost: boolean) => void,
): Promise<void> {
  let wait = firstWait;
  while (!signal.aborted) {
    const began = Date.now();
    try {
      const hasFinished = await listen(id, signal, (job) => {
        onLost(false);
        onJob(job);
      });
      if (hasFinished) return;
    } catch {
      if (signal.aborted) return;
    }
    try {
      const job = await oneJob(id, signal);
      onLost(false);
      onJob(job);
      if (hasEnded(job)) return;
    } catch {
      if (signal.aborted) return;
      onLost(true);
    }
    if (Date.now() - began > longestWait) wait = firstWait;
    await pause(wait, signal);
    wait = Math.min(wait * 2, longestWait);
  }
}
