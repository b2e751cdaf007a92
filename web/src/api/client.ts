import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from './schema';

export type Job = components['schemas']['Job'];
export type JobRow = components['schemas']['JobRow'];
/** A reason that rows of a job share, and how many they are. */
export type ReasonGroup =
  DataOf<'/api/v1/api/jobs/{id}/reasons', 'get'> extends readonly (infer One)[] ? One : never;
export type LogEntry = components['schemas']['LogEntry'];
export type Login = DataOf<'/api/v1/api/react/login', 'post'>;
export type Attendance = components['schemas']['Attendance'];
/** What Selaras is connected with, and how it stood when it was last looked at. */
export type Connection = components['schemas']['Connection'];
/** What each list of the source is read from. */
export type Sources = DataOf<'/api/v1/api/sources', 'get'>;
export type SourceList = Sources['lists'][number];
export type UploadedFile = components['schemas']['UploadedFile'];
/** What came of trying a list of the source. */
export type Tried = DataOf<'/api/v1/api/sources/try', 'post'>;
export type User = components['schemas']['User'];
/** What the main page shows: the kinds, what needs a person, and what the last days brought. */
export type Summary = paths['/api/v1/api/summary']['get']['responses'][200]['content']['application/json'];
export type Attention = Summary['attention'][number];
/** How one kind stands: its rows here and on the platform, and what failed. */
export type Standing = DataOf<'/api/v1/api/summary', 'get'> extends readonly (infer One)[] ? One : never;
/** What is done by itself: one kind, one verb. */
export type Schedule = DataOf<'/api/v1/api/schedules/update', 'post'>;
export type ScheduleTime =
  DataOf<'/api/v1/api/schedules/preview', 'post'> extends readonly (infer One)[] ? One : never;
export type ComparisonReport = DataOf<'/api/v1/api/comparison', 'get'>;
export type CampusPlan = DataOf<'/api/v1/api/campus/plan/{id}', 'get'>;
export type Settings = DataOf<'/api/v1/api/settings', 'get'>;
export type ServerPlan = components['schemas']['Plan'];
export type PlanRow = components['schemas']['PlanRow'];

/** What a call answers with when all goes well. */
export type DataOf<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  responses: { 200: { content: { 'application/json': { data: infer Data } } } };
}
  ? Data
  : never;

/** A row of any kind of data: the entity's fields, as the server names them. */
export type Row = { [field: string]: unknown };

type Schemas = components['schemas'];

/** The kinds of data: those that the API document has rows of, of the dashboard and of the source. */
export type KindName = {
  [Name in keyof Schemas]: `${Name}_source` extends keyof Schemas ? Name : never;
}[keyof Schemas];

/** A row of one kind, from either of its lists. What the other list alone has may be absent. */
export type RowOf<Name extends KindName> = Partial<Schemas[Name] & Schemas[`${Name}_source`]>;

/** The names of a row's fields. */
export type FieldOf<Some> = Extract<keyof Some, string>;

/** What a call takes as its body. */
export type BodyOf<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** The fields that a form sends: those of its call, without the row's id and the name of who sends it. */
export type FormFieldOf<Path extends keyof paths, Method extends keyof paths[Path]> = Exclude<
  FieldOf<BodyOf<Path, Method>>,
  'id' | 'name'
>;

type PathsWith<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, { responses: unknown }> ? Path : never;
}[keyof paths];

/** Paths of the API document alone: a path misspelt in a kind's file does not compile. */
export type GetPath = PathsWith<'get'>;
export type PostPath = PathsWith<'post'>;
export type PutPath = PathsWith<'put'>;
export type DeletePath = PathsWith<'delete'>;

export type ActionCall = { method: 'POST'; path: PostPath } | { method: 'DELETE'; path: DeletePath };
export type SaveCall = { method: 'POST'; path: PostPath } | { method: 'PUT'; path: PutPath };
export type ListCall = { method: 'GET'; path: GetPath } | { method: 'POST'; path: PostPath };

/** What went wrong, in words that can be shown. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  /** The same for programs. */
  readonly code: string;

  constructor(status: number, message: string, fields: Record<string, string> = {}, code = '') {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.fields = fields;
    this.code = code;
  }
}

/** The session lives above this folder, so it hands down what a call needs of it. */
interface Identity {
  key: () => string | null;
  rejected: (key: string) => void;
}
let identity: Identity = { key: () => null, rejected: () => undefined };

export function identifyBy(next: Identity): void {
  identity = next;
}

/** What every call carries: the language that the server's sentences are to have, which is the page's, and the key. */
export function callHeaders(): Record<string, string> {
  const key = identity.key();
  return {
    'Accept-Language': document.documentElement.lang || 'id',
    ...(key ? { 'X-Authorization': key } : {}),
  };
}

const withHeaders: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(callHeaders())) request.headers.set(name, value);
    return request;
  },
  onResponse({ request, response }) {
    noticeRejection(request.headers.get('X-Authorization'), response);
    noticeDisk(response);
    return undefined;
  },
};

/** A 401 to a call that carried a key means the key is dead. Login's own 401 carries none. */
export function noticeRejection(key: string | null, response: Response): void {
  if (response.status === 401 && key) identity.rejected(key);
}

let diskFull = false;
const diskListeners = new Set<() => void>();

/** Each answer says whether the server's disk is full. */
function noticeDisk(response: Response): void {
  const full = response.headers.get('selaras-disk') === 'full';
  if (full === diskFull) return;
  diskFull = full;
  for (const listener of diskListeners) listener();
}

export const isDiskFull = () => diskFull;

/** Calls `listener` when the disk becomes full or has room again; returns how to stop. */
export function onDiskChange(listener: () => void): () => void {
  diskListeners.add(listener);
  return () => diskListeners.delete(listener);
}

/** The calls with the types of the API document. */
export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  // Looked up at each call rather than once, so that tests can stand in for the server.
  fetch: (request) => globalThis.fetch(request),
});
client.use(withHeaders);

export interface Envelope<Data = unknown> {
  msg: string;
  data: Data;
  total?: number;
  /** There are more than `total`: a long list that is narrowed is counted so far. */
  more?: boolean;
  job?: Job;
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/**
 * Settles a call: the envelope, or an `ApiError`. `msg` decides as much as the status does, since a failure is
 * announced in both.
 */
export async function settle<Data>(call: Promise<Answer>): Promise<Envelope<Data>> {
  let answer: Answer;
  try {
    answer = await call;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    // openapi-fetch throws a SyntaxError when a proxy's HTML page comes in the place of JSON.
    throw new ApiError(0, cause instanceof SyntaxError ? 'errors.unexpected' : 'errors.network');
  }
  const body = (answer.data ?? answer.error) as Partial<Envelope<Data>> &
    Partial<{ message: string; fields: Record<string, string>; code: string }>;
  if (!answer.response.ok || body?.msg === 'Error') {
    const said = body?.message ?? (typeof body?.data === 'string' ? body.data : undefined);
    throw new ApiError(answer.response.status, said ?? 'errors.unexpected', body?.fields ?? {}, body?.code);
  }
  if (typeof body !== 'object' || body === null || !('data' in body)) {
    throw new ApiError(answer.response.status, 'errors.unexpected');
  }
  return body as Envelope<Data>;
}

interface Sent {
  /** Values for the parameters of the path. */
  at?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A call whose path comes from a kind's declaration. The path is checked there; the body is the kind's affair. */
export function send<Data>(
  call: ActionCall | ListCall | SaveCall,
  { at, query, body, headers, signal }: Sent = {},
): Promise<Envelope<Data>> {
  const verb = client[call.method] as (path: string, init: unknown) => Promise<Answer>;
  const init = {
    params: { query: query ?? {}, ...(at ? { path: at } : {}) },
    ...(call.method === 'GET' ? {} : { body: body ?? {} }),
    ...(headers ? { headers } : {}),
    ...(signal ? { signal } : {}),
  };
  return settle<Data>(verb(call.path, init));
}
