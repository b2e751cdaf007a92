import type { Page } from '@playwright/test';
import { type Demo, person } from './demo';
import { test, token } from './firstStart';
import { expect } from './journey';
import { confirm, dialogWithPlan, heading, logIn, pressYes, toast } from './steps';

/** The three choices of a shape, each through two semesters with one class of Statistika in each. */

test.use({ campusSize: 20 });

const first = { code: '20261', name: 'Gasal 2026/2027', begins: '2026-02-01', ends: '2026-07-31' };
const second = { code: '20262', name: 'Genap 2026/2027', begins: '2026-08-01', ends: '2027-01-31' };

/** The two students of each semester. Budi is in both. */
const [ani, budi, citra] = ['990001', '990002', '990003'] as const;

interface MoodleCourse {
  id: number;
  fullname: string;
  shortname: string;
  idnumber: string;
  categoryid: number;
  startdate: number;
  enddate: number;
  visible: number;
}

interface MoodleCategory {
  id: number;
  name: string;
  path: string;
}

interface MoodlePerson {
  id: number;
  username: string;
  groups?: { name: string }[];
}

const student = (NPK: string, nama_kelas: string) => ({
  NPK,
  nama_lengkap: `Mahasiswa ${NPK}`,
  nama_mk: 'Statistika',
  nama_kelas,
  program_id: '11',
  email: `${NPK}@kampus.example`,
  HP: '',
  angkatan: '2026',
  jenis_kelamin: 'P',
});

/** The first semester is over in the source, with two students in class A; Moodle has a course with content. */
async function firstSemester(demo: Demo): Promise<void> {
  await demo.setField('semesters', first.code, 'tanggal_mulai', first.begins);
  await demo.setField('semesters', first.code, 'tanggal_selesai', first.ends);
  for (const NPK of [ani, budi]) await demo.addRow('class/students', student(NPK, 'A'));
  // The demo's Moodle has no call that makes an activity. An import brings the first forum of the other course.
  const [from, to] = [await demo.makeCourse('ISI'), await demo.makeCourse('CONTOH')];
  await demo.askMoodle('core_course_import_course', { importfrom: `${from}`, importto: `${to}` });
}

/** The source lists the second semester, and class P in it beside the classes of the first one. */
async function secondSemester(demo: Demo): Promise<void> {
  await demo.addRow('semesters', {
    kode_semester: second.code,
    nama_semester: second.name,
    kode_tahun_ajaran: '2026',
    nama_tahun_ajaran: '2026/2027',
    tanggal_mulai: second.begins,
    tanggal_selesai: second.ends,
  });
  await demo.addRow('classes', {
    jadwal_kuliah_detail_id: '95001',
    kelas_id: 'IF301-P',
    nama_kelas: 'P',
    nama_mata_kuliah: 'Statistika',
    semester: second.code,
    program_id: '11',
    jam_mulai: '07:30',
    jam_selesai: '10:00',
    status_matakuliah: 'Wajib',
    jumlah_sks: 2,
    hari: 'Jumat',
  });
  for (const NPK of [budi, citra]) await demo.addRow('class/students', student(NPK, 'P'));
}

/** Takes a choice and the settings that it allows on *Bentuk di Moodle*. */
async function setShape(page: Page, origin: string, choice: string, dated: boolean): Promise<void> {
  await page.goto(`${origin}/pengaturan/bentuk`);
  await page.getByRole('radio', { name: choice, exact: true }).click();
  const dates = page.getByRole('radio', { name: 'mengikuti semesternya' });
  const hide = page.getByRole('radio', { name: 'disembunyikan', exact: true });
  if (dated) {
    await dates.click();
    await hide.click();
  } else {
    await expect(dates).toBeDisabled();
    await expect(hide).toBeDisabled();
  }
  await page.getByLabel('Nama pendek course contoh untuk semua prodi').fill('CONTOH');
  await page.getByRole('button', { name: 'Simpan', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Simpan bentuk ini?' });
  await question.getByRole('button', { name: 'Simpan', exact: true }).click();
  await expect(page.getByText('Bentuk di Moodle disimpan.')).toBeVisible();
}

/** Sync, export and enrolment of all kinds by one plan and one Ya. */
async function align(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/`);
  await page.getByRole('link', { name: 'Selaraskan semua' }).click();
  await expect(page.getByText('Lakukan penyelarasan seluruh kampus?')).toBeVisible();
  await page.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(heading(page, 'Selaraskan Seluruh Kampus')).toBeVisible();
  await expect(page.getByText(/^selesai · /)).toBeVisible();
}

/** The courses of Statistika on Moodle with all that is looked at: place, names, days, content, people and their grades. */
async function statistika(demo: Demo) {
  const { courses } = await demo.askMoodle<{ courses: MoodleCourse[] }>('core_course_get_courses_by_field');
  const categories = await demo.askMoodle<MoodleCategory[]>('core_course_get_categories');
  const names = new Map(categories.map(({ id, name }) => [`${id}`, name]));
  const paths = new Map(categories.map(({ id, path }) => [id, path]));
  const found = courses.filter(
    ({ shortname, idnumber }) => shortname.startsWith('IF301-11') && idnumber.startsWith('selaras:'),
  );
  const looked = found.map(async ({ id, categoryid, startdate, enddate, ...course }) => {
    const courseid = `${id}`;
    const sections = await demo.askMoodle<{ modules: unknown[] }[]>('core_course_get_contents', { courseid });
    const people = await demo.askMoodle<MoodlePerson[]>('core_enrol_get_enrolled_users', { courseid });
    const ours = people.filter(({ username }) => username.startsWith('99000'));
    const grades = await Promise.all(ours.map((one) => gradeOf(demo, one.id, id)));
    return {
      fullname: course.fullname,
      shortname: course.shortname,
      idnumber: course.idnumber,
      visible: course.visible === 1,
      days: [startdate, enddate],
      path: (paths.get(categoryid) ?? '')
        .split('/')
        .slice(2)
        .map((at) => names.get(at)),
      activities: sections.flatMap(({ modules }) => modules).length,
      people: Object.fromEntries(
        ours.map(({ username, groups = [] }, at) => [
          username,
          [groups.map(({ name }) => name).join(), grades[at]].filter(Boolean).join(' '),
        ]),
      ),
    };
  });
  return Promise.all(looked);
}

/** The total of a person in a course; nothing if there is none. */
async function gradeOf(demo: Demo, user: number, course: number): Promise<string> {
  const { grades } = await demo.askMoodle<{ grades: { courseid: number; grade: string }[] }>(
    'gradereport_overview_get_course_grades',
    { userid: `${user}` },
  );
  return (grades.find(({ courseid }) => courseid === course)?.grade ?? '').replace(/^-$/, '');
}

/** A moment of Jakarta, which is the campus's time zone, in seconds. */
const at = (moment: string) => Date.parse(`${moment}+07:00`) / 1000;
const daysOf = ({ begins, ends }: typeof first) => [at(`${begins}T00:00:00`), at(`${ends}T23:59:00`)];
const pathIn = (semester: string) => ['2026/2027', semester, 'Informatika (Reguler)'];

/** The first forum, and the two of the course that is the template. Twice imported, it would be five. */
const activities = 3;

const closing = 'Tutup semester Gasal 2026/2027?';

/** Two semesters with courses of their own, from the saved shape to the undone closing of the first. */
async function twoSemesters(
  page: Page,
  demo: Demo,
  origin: string,
  [own, next]: readonly Pick<
    Awaited<ReturnType<typeof statistika>>[number],
    'fullname' | 'shortname' | 'idnumber'
  >[],
  [groupA, groupP]: readonly [string, string],
): Promise<void> {
  await align(page, origin);
  const made = (semester: typeof first, people: Record<string, string>) => ({
    visible: true,
    days: daysOf(semester),
    path: [...pathIn(semester.name), 'Teknologi Informasi'],
    activities,
    people,
  });
  const before = { ...own, ...made(first, { [ani]: groupA, [budi]: groupA }) };
  expect(await statistika(demo)).toEqual([before]);

  await demo.grade(budi, new Date('2026-06-01T00:00:00Z'));
  const graded = { ...before, people: { [ani]: groupA, [budi]: `${groupA} 80.00`.trim() } };
  await secondSemester(demo);
  await align(page, origin);
  const beside = { ...next, ...made(second, { [budi]: groupP, [citra]: groupP }) };
  expect(await statistika(demo)).toEqual([graded, beside]);

  await page.goto(`${origin}/semester?tab=dashboard&q=${first.code}`);
  await page.getByRole('button', { name: 'Tutup semester Gasal 2026/2027' }).click();
  const dialog = await pressYes(page, closing);
  const done = toast(page, 'Success');
  await expect(done).toContainText(/Tutup semester 20261: \d+ course disembunyikan\./);
  await expect(dialog).toBeHidden();
  expect(await statistika(demo)).toEqual([{ ...graded, visible: false }, beside]);
  await done.getByRole('button', { name: 'Urungkan' }).click();
  await confirm(page, 'Urungkan Tutup Semester?');
  expect(await statistika(demo)).toEqual([graded, beside]);
}

test('a course for each class and semester, chosen at the first start', async ({
  page,
  demo,
  firstStart: { address },
}) => {
  const { origin } = new URL(address);
  await firstSemester(demo);
  await page.goto(address);
  await page.getByLabel('Alamat layanan web').fill(demo.source);
  await page.getByLabel('Alamat Moodle').fill(demo.moodle);
  await page.locator('input[name=platform_token]').fill(token);
  await page.getByLabel('Cara orang masuk ke Moodle').selectOption('manual');
  await page.getByRole('radio', { name: 'setiap kelas dan semester' }).click();
  await page.getByLabel('Nama', { exact: true }).fill(person.name);
  await page.getByLabel('Username', { exact: true }).fill(person.username);
  await page.locator('input[name=password]').fill(person.password);
  await page.getByRole('button', { name: 'Tulis setelan dan mulai' }).click();
  await page.getByRole('link', { name: 'Ke halaman login' }).click();
  await logIn(page, person);
  await expect(heading(page, 'Main Page Dashboard')).toBeVisible();

  await setShape(page, origin, 'setiap kelas dan semester', true);
  const courses = [
    { fullname: 'Statistika A (20261)', shortname: 'IF301-11-A-20261', idnumber: 'selaras:kelas:90001' },
    { fullname: 'Statistika P (20262)', shortname: 'IF301-11-P-20262', idnumber: 'selaras:kelas:95001' },
  ];
  await twoSemesters(page, demo, origin, courses, ['', '']);
});

test('a course for each mata kuliah and semester', async ({ page, demo }) => {
  await firstSemester(demo);
  await setShape(page, demo.url, 'setiap mata kuliah dan semester', true);
  const courses = [
    { fullname: 'Statistika (20261)', shortname: 'IF301-11-20261', idnumber: 'selaras:course:4001@20261' },
    { fullname: 'Statistika (20262)', shortname: 'IF301-11-20262', idnumber: 'selaras:course:4001@20262' },
  ];
  await twoSemesters(page, demo, demo.url, courses, ['A', 'P']);
});

test('a course for each mata kuliah is used on in the second semester', async ({ page, demo }) => {
  await firstSemester(demo);
  await setShape(page, demo.url, 'setiap mata kuliah', false);
  await align(page, demo.url);
  const [course] = await statistika(demo);
  expect(course).toMatchObject({
    fullname: 'Statistika',
    shortname: 'IF301-11',
    idnumber: 'selaras:mata_kuliah:4001',
    visible: true,
    path: pathIn(first.name),
    activities,
    people: { [ani]: 'A', [budi]: 'A' },
  });

  await demo.grade(budi, new Date('2026-06-01T00:00:00Z'));
  await secondSemester(demo);
  await align(page, demo.url);
  const both = [{ ...course, people: { [ani]: 'A', [budi]: 'A,P 80.00', [citra]: 'P' } }];
  expect(await statistika(demo)).toEqual(both);

  // Its courses are used in all semesters, so closing one has nothing to hide.
  await page.goto(`${demo.url}/semester?tab=dashboard&q=${first.code}`);
  await page.getByRole('button', { name: 'Tutup semester Gasal 2026/2027' }).click();
  const dialog = await dialogWithPlan(page, closing);
  await expect(dialog.getByRole('button', { name: 'Ya', exact: true })).toBeHidden();
  expect(await statistika(demo)).toEqual(both);
});
