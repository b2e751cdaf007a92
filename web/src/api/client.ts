import createClient, { type Middleware } from 'openapi-fetch';
import { createFlag } from './flag';
import { checkReach, isGatewayFailure, reachable } from './reach';
import type { components, paths } from './schema';

export type Job = components['schemas']['Job'];
export type JobRow = components['schemas']['JobRow'];
/** A reason that rows of a job share, with their number. */
export type ReasonGroup =
  DataOf<'/api/v1/api/jobs/{id}/reasons', 'get'> extends readonly (infer One)[] ? One : never;
export type LogEntry = components['schemas']['LogEntry'];
export type Login = DataOf<'/api/v1/api/react/login', 'post'>;
export type Attendance = components['schemas']['Attendance'];
/** A connection of Selaras, and its state at the last check. */
export type Connection = components['schemas']['Connection'];
/** Where each list of the source is read from. */
export type Sources = DataOf<'/api/v1/api/sources', 'get'>;
export type SourceList = Sources['lists'][number];
export type UploadedFile = components['schemas']['UploadedFile'];
/** The result of testing a list of the source. */
export type TrialResult = DataOf<'/api/v1/api/sources/try', 'post'>;
export type User = components['schemas']['User'];
/** A user as the list shows them. */
export type ListedUser = components['schemas']['ListedUser'];
/** The data of the main page: kinds, open issues, and the changes of the last days. */
export type Summary = paths['/api/v1/api/summary']['get']['responses'][200]['content']['application/json'];
export type Attention = Summary['attention'][number];
/** The state of one kind: its rows here and on the platform, and its failures. */
export type KindStatus = DataOf<'/api/v1/api/summary', 'get'> extends readonly (infer One)[] ? One : never;
/** A schedule: one kind, one verb. */
export type Schedule = DataOf<'/api/v1/api/schedules/update', 'post'>;
export type ScheduleTime =
  DataOf<'/api/v1/api/schedules/preview', 'post'> extends readonly (infer One)[] ? One : never;
export type ComparisonReport = DataOf<'/api/v1/api/comparison', 'get'>;
export type Overwriting = components['schemas']['Overwriting'];
export type Renumbering = components['schemas']['Renumbering'];
export type Match = components['schemas']['MatchedRow'];
export type MatchesScan = components['schemas']['MatchesScan'];
export type Candidate = components['schemas']['MatchCandidate'];
export type CampusPlan = DataOf<'/api/v1/api/campus/plan/{id}', 'get'>;
export type SavedView = components['schemas']['SavedView'];
/** A value of a list's column, and the name of what it stands for. */
export type ColumnValue = components['schemas']['ValueOfColumn'];
export type Settings = DataOf<'/api/v1/api/settings', 'get'>;
export type ServerPlan = components['schemas']['Plan'];
export type PlanRow = components['schemas']['PlanRow'];

/** The data of a call's successful answer. */
export type DataOf<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  responses: { 200: { content: { 'application/json': { data: infer Data } } } };
}
  ? Data
  : never;

/** A row of any kind: the entity's fields under the server's names. */
export type Row = { [field: string]: unknown };

type Schemas = components['schemas'];

/** The kinds that have rows in the API document, of the dashboard and of the source. */
export type KindName = {
  [Name in keyof Schemas]: `${Name}_source` extends keyof Schemas ? Name : never;
}[keyof Schemas];

/** A row of one kind, from either of its lists. A field of only one list may be absent. */
export type RowOf<Name extends KindName> = Partial<Schemas[Name] & Schemas[`${Name}_source`]>;

/** What a line of a list of people has for each kind. */
export type PersonLine = Schemas['PersonLine'] & Schemas['State'];

/** A line of a kind's list of people; any row for other kinds. */
export type PersonOf<Name extends KindName> = `${Name}_person` extends keyof Schemas
  ? Partial<Schemas[`${Name}_person`]>
  : Row;

/** The names of a row's fields. */
export type FieldOf<Item> = Extract<keyof Item, string>;

/** The body of a call. */
export type BodyOf<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** The fields that a form sends: those of its call without the row's id and the sender's name. */
export type FormFieldOf<Path extends keyof paths, Method extends keyof paths[Path]> = Exclude<
  FieldOf<BodyOf<Path, Method>>,
  'id' | 'name'
>;

type PathsWith<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, { responses: unknown }> ? Path : never;
}[keyof paths];

/** Only paths of the API document: a misspelt path in a kind's file does not compile. */
type GetPath = PathsWith<'get'>;
export type PostPath = PathsWith<'post'>;
export type PutPath = PathsWith<'put'>;
type DeletePath = PathsWith<'delete'>;

export type ActionCall = { method: 'POST'; path: PostPath } | { method: 'DELETE'; path: DeletePath };
type SaveCall = { method: 'POST'; path: PostPath } | { method: 'PUT'; path: PutPath };
export type ListCall = { method: 'GET'; path: GetPath } | { method: 'POST'; path: PostPath };

/** A failure with a message for people. `status` is 0 if no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  /** The machine-readable code of the failure. */
  readonly code: string;

  constructor(status: number, message: string, fields: Record<string, string> = {}, code = '') {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.fields = fields;
    this.code = code;
  }
}

/** The signed-in session. `src/session` sets it, because this folder may not import that one. */
interface Identity {
  key: () => string | null;
  onRejected: (key: string) => void;
}
let identity: Identity = { key: () => null, onRejected: () => undefined };

export function setIdentity(source: Identity): void {
  identity = source;
}

/** Headers of every call: the language of the server's sentences, which is the page's, and the key. */
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
    checkRejection(request.headers.get('X-Authorization'), response);
    diskFull.set(response.headers.get('selaras-disk') === 'full');
    if (isGatewayFailure(response)) void checkReach();
    else reachable.set(true);
    return undefined;
  },
  onError({ error }) {
    // A call that the page itself gave up says nothing about the network.
    if (!(error instanceof DOMException && error.name === 'AbortError')) void checkReach();
    return undefined;
  },
};

/** A 401 to a call with a key means that the key is invalid. Login's own 401 carries no key. */
export function checkRejection(key: string | null, response: Response): void {
  if (response.status === 401 && key) identity.onRejected(key);
}

/** True while the server's disk is full. */
export const diskFull = createFlag(false);

/** The calls, typed by the API document. */
export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  // Looks up `fetch` at each call, so that tests can replace it.
  fetch: (request) => globalThis.fetch(request),
});
client.use(withHeaders);

export interface Envelope<Data = unknown> {
  msg: string;
  data: Data;
  total?: number;
  /** True if there are more than `total` rows: in a long filtered list the count stops there. */
  more?: boolean;
  job?: Job;
}

interface CallResult {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/**
 * Settles a call: resolves to the envelope or throws an `ApiError`. A failure shows in `msg` or in the status, so both are
 * checked.
 */
export async function settle<Data>(call: Promise<CallResult>): Promise<Envelope<Data>> {
  let result: CallResult;
  try {
    result = await call;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    // openapi-fetch throws a SyntaxError if a proxy answers with HTML instead of JSON.
    throw new ApiError(0, cause instanceof SyntaxError ? 'errors.unexpected' : 'errors.network');
  }
  const body = (result.data ?? result.error) as Partial<Envelope<Data>> &
    Partial<{ message: string; fields: Record<string, string>; code: string }>;
  if (!result.response.ok || body?.msg === 'Error') {
    const message = body?.message ?? (typeof body?.data === 'string' ? body.data : undefined);
    throw new ApiError(
      result.response.status,
      message ?? 'errors.unexpected',
      body?.fields ?? {},
      body?.code,
    );
  }
  if (typeof body !== 'object' || body === null || !('data' in body)) {
    throw new ApiError(result.response.status, 'errors.unexpected');
  }
  return body as Envelope<Data>;
}

/** The data of a call, for calls with nothing else of interest in the envelope. */
export async function fetchData<Data>(call: Promise<CallResult>): Promise<Data> {
  return (await settle<Data>(call)).data;
}

interface CallOptions {
  /** Values for the parameters of the path. */
  pathParams?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A call to a path from a kind's declaration. The declaration checks the path; the body is not type-checked. */
export function send<Data>(
  call: ActionCall | ListCall | SaveCall,
  { pathParams, query, body, headers, signal }: CallOptions = {},
): Promise<Envelope<Data>> {
  const request = client[call.method] as (path: string, init: unknown) => Promise<CallResult>;
  const init = {
    params: { query: query ?? {}, ...(pathParams ? { path: pathParams } : {}) },
    ...(call.method === 'GET' ? {} : { body: body ?? {} }),
    ...(headers ? { headers } : {}),
    ...(signal ? { signal } : {}),
  };
  return settle<Data>(request(call.path, init));
}
