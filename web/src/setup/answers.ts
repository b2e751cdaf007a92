import type { DatabaseBody, FinishBody, PlatformBody, SourceBody } from './calls';

export const ways = ['http', 'sql', 'files', 'uploads'] as const;
export type Way = (typeof ways)[number];

/** What has been filled in so far, by the names that the server has for it. */
export interface Answers {
  way: Way;
  source_name: string;
  mbkm: boolean;
  base_url: string;
  bearer: string;
  sql_url: string;
  queries: Record<string, string>;
  folder: string;
  platform_url: string;
  platform_token: string;
  database_url: string;
  name: string;
  username: string;
  password: string;
}

/** The answers that are a line of text. */
export type TextField = {
  [Name in keyof Answers]: Answers[Name] extends string ? Name : never;
}[keyof Answers];

export const noAnswers: Answers = {
  way: 'http',
  source_name: '',
  mbkm: false,
  base_url: '',
  bearer: '',
  sql_url: '',
  queries: {},
  folder: '',
  platform_url: '',
  platform_token: '',
  database_url: '',
  name: '',
  username: '',
  password: '',
};

/** What is said of the source: of the way that was chosen alone, whatever was typed for the others before. */
export function sourceBody(answers: Answers): SourceBody {
  const { way, source_name, mbkm, base_url, bearer, sql_url, queries, folder } = answers;
  const common = { way, source_name, mbkm };
  const ofWay = {
    http: { base_url, bearer },
    sql: { sql_url, queries },
    files: { folder },
    uploads: {},
  };
  return { ...common, ...ofWay[way] };
}

export function platformBody({ platform_url, platform_token }: Answers): PlatformBody {
  return { platform_url, platform_token };
}

export function databaseBody({ database_url }: Answers): DatabaseBody {
  return database_url.trim() ? { database_url } : {};
}

/** All of it. A database that has administrators gets no other. */
export function finishBody(answers: Answers, hasAdministrators: boolean): FinishBody {
  const { name, username, password } = answers;
  return {
    ...sourceBody(answers),
    ...platformBody(answers),
    ...databaseBody(answers),
    ...(hasAdministrators ? {} : { name, username, password }),
  };
}
