import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const binary = process.env.SELARAS_BIN ?? '../target/release/selaras';

/** The server's environment without SELARAS_BIN: the server would read that variable as a setting and refuse it. */
export const serverEnvironment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SELARAS_'))),
  SELARAS_AUTH__LOGINS_PER_MINUTE: '1000',
  SELARAS_LOG__FILTER: 'warn',
};

/** The administrator of the journeys. The first account of a fresh server is active at once. */
export const person = { name: 'Ratna Dewi', username: 'ratna', password: 'rahasia-sekali-2026' };

/** What the browser stores for a signed-in person. */
export interface Key {
  api_key: string;
  api_name: string;
  user: { id: number; name: string; username: string };
}

interface Reply {
  msg: string;
  // biome-ignore lint/suspicious/noExplicitAny: a journey reads replies of every call, and fails where they are not what it says
  data: any;
  total?: number;
  job?: Job;
}

/** What the demo's Moodle lists: categories, accounts or courses. */
interface MoodleObject {
  id: number;
  name: string;
  username?: string;
}

/** The fields of a job that journeys read. */
export interface Job {
  id: number;
  state: string;
}

/** The product with the demo campus, on its own port and database. Both are removed afterwards. */
export class Demo {
  readonly url: string;
  readonly source: string;
  readonly moodle: string;
  private readonly provider: string;
  private readonly process: ChildProcess;
  private readonly folder: string;
  private key: Promise<Key> | undefined;

  private constructor(
    url: string,
    campus: { source: string; moodle: string; provider: string },
    process: ChildProcess,
    folder: string,
  ) {
    this.url = url;
    this.source = campus.source;
    this.moodle = campus.moodle;
    this.provider = campus.provider;
    this.process = process;
    this.folder = folder;
  }

  /**
   * `students` is their number; `largeClass` adds a class "Kuliah Umum" of that size; `mbkm` is the setting of that name;
   * `provider` adds the institution's own sign-in; `port` is the product's port; `settings` are extra environment variables.
   */
  static start({
    students = 300,
    largeClass = 0,
    mbkm = true,
    provider = false,
    port = 0,
    settings = {} as Record<string, string>,
  } = {}): Promise<Demo> {
    const folder = mkdtempSync(join(tmpdir(), 'selaras-e2e-'));
    const database = join(folder, 'selaras.sqlite');
    const options = ['--listen', `127.0.0.1:${port}`, '--database', database, '--students', String(students)];
    if (largeClass > 0) options.push('--large-class', String(largeClass));
    if (provider) options.push('--sign-in');
    const server = spawn(binary, ['demo', ...options], {
      env: { ...serverEnvironment, SELARAS_SOURCE__MBKM: String(mbkm), ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.once('exit', (code) => reject(new Error(`${binary} ended with ${code} before it listened`)));
      // The server's first lines hold the addresses. The system chooses the ports. The product's address comes last.
      const campus = { source: '', moodle: '', provider: '' };
      createInterface({ input: server.stdout }).on('line', (line) => {
        const [, source, moodle] = /^Kampus demo: OCAS ([^\s,]+), Moodle ([^\s,]+)/.exec(line) ?? [];
        if (source && moodle) Object.assign(campus, { source, moodle });
        campus.provider ||= /^Akun kampus demo: (\S+)/.exec(line)?.[1] ?? '';
        const url = /^Selaras: (\S+)/.exec(line)?.[1];
        if (url) resolve(new Demo(url, campus, server, folder));
      });
    });
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = new Promise((resolve) => this.process.once('exit', resolve));
      // The data is thrown away, so the process need not end cleanly.
      this.process.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A call without a session. A failure is returned as an answer, too. */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const answer = await fetch(this.url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Reply;
  }

  /** The administrator's key; the first call creates the account. */
  signedIn(): Promise<Key> {
    this.key ??= (async () => {
      await this.ask('POST', '/api/react/signup', person);
      return (await this.ask('POST', '/api/react/login', person)).data as Key;
    })();
    return this.key;
  }

  /** A call by the administrator, which must succeed. Long actions are waited for. */
  async call(method: string, path: string, body?: Record<string, unknown>): Promise<Reply> {
    const { api_key } = await this.signedIn();
    const reply = await this.ask(method, path, body, { 'X-Authorization': api_key });
    if (reply.msg !== 'Success') throw new Error(`${method} ${path}: ${String(reply.data)}`);
    return reply;
  }

  post(path: string, body: Record<string, unknown> = {}): Promise<Reply> {
    return this.call('POST', `/api/v1/api/${path}`, { name: person.name, ...body });
  }

  get(path: string): Promise<Reply> {
    return this.call('GET', `/api/v1/api/${path}`);
  }

  /** Starts an action without waiting for its end. */
  async begin(path: string, body: Record<string, unknown> = {}): Promise<Job> {
    const { api_key } = await this.signedIn();
    const headers = { 'X-Authorization': api_key, Prefer: 'respond-async' };
    const reply = await this.ask('POST', `/api/v1/api/${path}`, { name: person.name, ...body }, headers);
    if (!reply.job) throw new Error(`POST ${path}: ${String(reply.data)}`);
    return reply.job;
  }

  /** From now on the source lists nothing, lists half of its rows, stalls its answers, or is normal again. */
  change(list: 'classes' | 'courses', set: 'empty' | 'half' | 'held' | 'normal'): Promise<void> {
    return move(this.source, { list, set });
  }

  /** From now on the source no longer lists a student in a class. */
  async dropFromClass(
    { program_id, nama_mk, nama_kelas }: { program_id: string; nama_mk: string; nama_kelas: string },
    NPK: string,
  ): Promise<void> {
    const key = [program_id, nama_mk, nama_kelas, NPK].join('/');
    await move(this.source, { list: 'class/students', key, set: 'removed' });
  }

  /**
   * From now on the source has another value in a field of the row with this key. A student changes in every class, or in
   * the one that the key names.
   */
  setField(list: string, key: string, field: string, value: unknown): Promise<void> {
    return move(this.source, { list, key, field, value });
  }

  /** From now on the source's list has this additional row. */
  addRow(list: string, row: Record<string, unknown>): Promise<void> {
    return move(this.source, { list, row });
  }

  /** A teacher grades a student. `last` is when the student last opened the course. */
  grade(NPK: string, at: Date): Promise<void> {
    return move(this.moodle, { graded: NPK.toLowerCase(), at: Math.floor(at.getTime() / 1000) });
  }

  /** Someone makes an account on Moodle by hand. */
  async makeAccount(account: {
    username: string;
    firstname: string;
    lastname: string;
    email: string;
    idnumber: string;
  }): Promise<void> {
    const fields = Object.entries({ ...account, createpassword: '1' });
    await this.askMoodle(
      'core_user_create_users',
      Object.fromEntries(fields.map(([name, value]) => [`users[0][${name}]`, value])),
    );
  }

  /** The usernames of the accounts on Moodle with one of these idnumbers, sorted. */
  async accountsWith(...idnumbers: string[]): Promise<string[]> {
    const values = idnumbers.map((idnumber, at) => [`values[${at}]`, idnumber]);
    const fields = { field: 'idnumber', ...Object.fromEntries(values) };
    const found = await this.askMoodle('core_user_get_users_by_field', fields);
    return found.map(({ username }) => username ?? '').sort();
  }

  /** Someone makes a course on Moodle by hand. */
  async makeCourse(shortname: string): Promise<number> {
    const [made] = await this.askMoodle('core_course_create_courses', {
      'courses[0][fullname]': shortname,
      'courses[0][shortname]': shortname,
      'courses[0][categoryid]': '1',
    });
    if (!made) throw new Error(`Moodle did not make ${shortname}`);
    return made.id;
  }

  /** From now on this person is signed in at the provider. */
  signInAs(subject: string, name: string, username: string): Promise<void> {
    return move(this.provider, { subject, name, username, email: `${username}@kampus.example`, groups: [] });
  }

  /** Renames the categories of the demo's Moodle, as its administrator would. */
  async renameCategories(suffix: string): Promise<void> {
    const categories = await this.askMoodle('core_course_get_categories', {});
    const fields = categories.flatMap(({ id, name }, at) => [
      [`categories[${at}][id]`, String(id)],
      [`categories[${at}][name]`, name + suffix],
    ]);
    await this.askMoodle('core_course_update_categories', Object.fromEntries(fields));
  }

  /** Someone unenrols a student by hand from one of the courses. */
  async unenrolOnMoodle(NPK: string): Promise<void> {
    const account = await this.askMoodle('core_user_get_users_by_field', {
      field: 'username',
      'values[0]': NPK.toLowerCase(),
    });
    const userid = String(account[0]?.id);
    const courses = await this.askMoodle('core_enrol_get_users_courses', { userid });
    await this.askMoodle('enrol_manual_unenrol_users', {
      'enrolments[0][userid]': userid,
      'enrolments[0][courseid]': String(courses[0]?.id),
    });
  }

  /** A call of the demo's Moodle, which must succeed. */
  async askMoodle<T = MoodleObject[]>(wsfunction: string, fields: Record<string, string> = {}): Promise<T> {
    const form = { wstoken: 'kampus-demo-token', wsfunction, moodlewsrestformat: 'json', ...fields };
    const answer = await fetch(`${this.moodle}/webservice/rest/server.php`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const said = await answer.json();
    if (said?.exception) throw new Error(`${wsfunction}: ${said.message}`);
    return said;
  }

  /** From now on every call to Moodle takes this many milliseconds longer. */
  slowMoodle(slower_by: number): Promise<void> {
    return move(this.moodle, { slower_by });
  }
}

async function move(server: string, change: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${server}/demo/change`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`${server} does not change: ${answer.status}`);
}
