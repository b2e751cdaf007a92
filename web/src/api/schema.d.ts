// The calls as the server's OpenAPI document describes them. `npm run api` writes this file anew from a running server.

interface Reply<Data> {
  msg: string;
  data: Data;
}
interface Failure {
  msg: string;
  data: string;
  message: string;
  fields?: Record<string, string> | null;
}
interface Accepted {
  msg: string;
  data: string;
  job?: components['schemas']['Job'];
}
type Json<Content> = { headers: Record<string, unknown>; content: { 'application/json': Content } };
type Responses<Content> = { 200: Json<Content>; default: Json<Failure> };
type ListQuery = {
  page?: number;
  per_page?: number;
  sort?: string;
  order?: 'asc' | 'desc';
  q?: string;
  migration?: string;
  enroll?: string;
};
type Get<Data, Query = never> = {
  parameters: { query?: Query; header?: never; path?: never; cookie?: never };
  get: {
    parameters: { query?: Query; header?: never; path?: never; cookie?: never };
    requestBody?: never;
    responses: Responses<Reply<Data> & { total?: number }>;
  };
};
type GetById<Data, Query = never> = {
  parameters: { query?: Query; header?: never; path: { id: string }; cookie?: never };
  get: {
    parameters: { query?: Query; header?: never; path: { id: string }; cookie?: never };
    requestBody?: never;
    responses: Responses<Reply<Data> & { total?: number }>;
  };
};
type PostById<Content> = {
  parameters: { query?: never; header?: never; path: { id: string }; cookie?: never };
  post: {
    parameters: { query?: never; header?: never; path: { id: string }; cookie?: never };
    requestBody?: never;
    responses: Responses<Content>;
  };
};
type Post<Body, Content, Query = never> = {
  parameters: { query?: Query; header?: never; path?: never; cookie?: never };
  post: {
    parameters: { query?: Query; header?: never; path?: never; cookie?: never };
    requestBody: { content: { 'application/json': Body } };
    responses: Responses<Content>;
  };
};
type Delete<Body, Content> = {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  delete: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    requestBody: { content: { 'application/json': Body } };
    responses: Responses<Content>;
  };
};
type Fields = Record<string, unknown>;
type List = Get<Fields[], ListQuery>;
type ListOfClass = Post<Fields, Reply<Fields[]> & { total?: number }, ListQuery>;
type Action = Post<Fields, Accepted>;
type DeleteAction = Delete<Fields, Accepted>;
type Form = Post<Fields, Reply<string>>;
type Detail = Post<{ id: number }, Reply<Fields>>;

export interface paths {
  '/api/v1/api/react/login': Post<{ username: string; password: string }, Reply<components['schemas']['Login']>>;
  '/api/react/signup': Post<{ name: string; username: string; password: string }, Reply<string>>;
  '/api/react/logout': Post<Fields, Reply<string>>;
  '/api/v1/api/settings': Get<components['schemas']['Settings']>;
  '/api/v1/api/react/log': Get<components['schemas']['LogEntry'][], ListQuery>;

  '/api/v1/api/kelas/get': List;
  '/api/v1/api/matakuliah/get': List;
  '/api/v1/api/mahasiswa/get': ListOfClass;
  '/api/v1/api/source/classes': List;
  '/api/v1/api/source/courses': List;
  '/api/v1/api/source/class/students': ListOfClass;

  '/api/v1/api/kelas/sync': Action;
  '/api/v1/api/kelas/sync_one': Action;
  '/api/v1/api/kelas/export': Action;
  '/api/v1/api/kelas/export_one': Action;
  '/api/v1/api/kelas/delete': DeleteAction;
  '/api/v1/api/kelas/delete_all': DeleteAction;
  '/api/v1/api/matakuliah/sync': Action;
  '/api/v1/api/matakuliah/sync_one': Action;
  '/api/v1/api/matakuliah/export': Action;
  '/api/v1/api/matakuliah/export_one': Action;
  '/api/v1/api/matakuliah/delete': DeleteAction;
  '/api/v1/api/matakuliah/delete_all': DeleteAction;
  '/api/v1/api/mahasiswa/sync': Action;
  '/api/v1/api/mahasiswa/sync_one': Action;
  '/api/v1/api/mahasiswa/export_as_user': Action;
  '/api/v1/api/mahasiswa/export_as_user_one': Action;
  '/api/v1/api/mahasiswa/enroll': Action;
  '/api/v1/api/mahasiswa/unenroll': Action;
  '/api/v1/api/mahasiswa/enroll_one': Action;
  '/api/v1/api/mahasiswa/unenroll_one': Action;
  '/api/v1/api/mahasiswa/delete': DeleteAction;
  '/api/v1/api/mahasiswa/delete_all': DeleteAction;

  '/api/react/create/kelas': Form;
  '/api/react/detail/kelas': Detail;
  '/api/react/update/kelas': Form;
  '/api/react/create/mahasiswa': Form;
  '/api/react/detail/mahasiswa': Detail;
  '/api/react/update/mahasiswa': Form;

  '/api/v1/api/jobs': Get<components['schemas']['Job'][], { active?: boolean }>;
  '/api/v1/api/jobs/{id}': GetById<components['schemas']['Job']>;
  '/api/v1/api/jobs/{id}/rows': GetById<components['schemas']['JobRow'][], { status?: string; page?: number; per_page?: number }>;
  '/api/v1/api/jobs/{id}/cancel': PostById<Accepted>;
  '/api/v1/api/jobs/{id}/retry': PostById<Accepted>;
}

export interface components {
  schemas: {
    Login: {
      api_key: string;
      api_name: string;
      user: { id: number; name: string; username: string };
      expires_at: string;
    };
    Settings: { source_name: string; platform_name: string; mbkm: boolean; time_zone: string };
    LogEntry: { id: number; action: string; actor: string; created_at: string; job_id?: string | null };
    Job: {
      id: string;
      kind: string;
      verb: string;
      state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
      total?: number | null;
      done: number;
      failed: number;
      created: number;
      updated: number;
      unchanged: number;
      message?: string | null;
      actor: string;
      created_at: string;
      started_at?: string | null;
      finished_at?: string | null;
    };
    JobRow: { key: string; label: string; outcome: string; reason?: string | null };
  };
}
