import type { Draft } from '../shape/shape';
import type { DatabaseBody, FinishBody, PlatformBody, SourceBody } from './calls';

export const ways = ['http', 'feeder', 'sql', 'files', 'uploads'] as const;
export type Way = (typeof ways)[number];

/** The answers so far, under the server's names. */
export interface Answers {
  way: Way;
  source_name: string;
  mbkm: boolean;
  base_url: string;
  bearer: string;
  feeder_username: string;
  feeder_password: string;
  semester: string;
  sql_url: string;
  queries: Record<string, string>;
  folder: string;
  ca_file: string;
  more: string;
  platform_url: string;
  platform_token: string;
  platform_ca_file: string;
  /** How people sign in to the platform; empty until it is chosen. */
  platform_auth: string;
  course: Draft['course'];
  database_url: string;
  allow_plain: boolean;
  name: string;
  username: string;
  password: string;
}

/** The answers that are a line of text. */
export type TextField = {
  [Name in keyof Answers]: string extends Answers[Name] ? Name : never;
}[keyof Answers];

/** The ways to sign in to the platform, by the names of its plugins. */
export const signIns = ['manual', 'ldap', 'oauth2', 'oidc', 'saml2', 'cas', 'shibboleth'] as const;
/** The choice of an administrator who does not know the way yet. */
export const unknownSignIn = 'unknown';

export const emptyAnswers: Answers = {
  way: 'http',
  source_name: '',
  mbkm: false,
  base_url: '',
  bearer: '',
  feeder_username: '',
  feeder_password: '',
  semester: '',
  sql_url: '',
  queries: {},
  folder: '',
  ca_file: '',
  more: '',
  platform_url: '',
  platform_token: '',
  platform_ca_file: '',
  platform_auth: '',
  course: 'kelas',
  database_url: '',
  allow_plain: false,
  name: '',
  username: '',
  password: '',
};

/** Allows addresses without encryption if the box is ticked. */
const plain = ({ allow_plain }: Answers) => (allow_plain ? { allow_plain } : {});

/** The answers for the source, only those of the chosen way. */
export function sourceBody(answers: Answers): SourceBody {
  const { way, source_name, mbkm, base_url, bearer, sql_url, queries, folder, ca_file, more } = answers;
  const { feeder_username, feeder_password, semester } = answers;
  const common = { way, source_name, mbkm, ...(more.trim() ? { more } : {}), ...plain(answers) };
  const certified = ca_file.trim() ? { ca_file } : {};
  const ofWay = {
    http: { base_url, bearer, ...certified },
    feeder: { base_url, feeder_username, feeder_password, semester, ...certified },
    sql: { sql_url, queries },
    files: { folder },
    uploads: {},
  };
  return { ...common, ...ofWay[way] };
}

export function platformBody(answers: Answers): PlatformBody {
  const { platform_url, platform_token, platform_ca_file } = answers;
  const certified = platform_ca_file.trim() ? { platform_ca_file } : {};
  return { platform_url, platform_token, ...certified, ...plain(answers) };
}

export function databaseBody(answers: Answers): DatabaseBody {
  const { database_url } = answers;
  return { ...(database_url.trim() ? { database_url } : {}), ...plain(answers) };
}

/** All answers. A database that has administrators gets no new one, and has a shape already. */
export function finishBody(answers: Answers, hasAdministrators: boolean): FinishBody {
  const { name, username, password, course, platform_auth } = answers;
  return {
    ...sourceBody(answers),
    ...platformBody(answers),
    ...(platform_auth === unknownSignIn ? {} : { platform_auth }),
    ...databaseBody(answers),
    ...(hasAdministrators ? {} : { course, name, username, password }),
  };
}

/** The properties of each part of the form. */
export interface PartProps {
  answers: Answers;
  errors: Readonly<Record<string, string>>;
  onChange: (change: Partial<Answers>) => void;
}
