import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { downloadMoodleFiles, heading, menuLink, open } from './steps';

test('Koneksi: connections are tested singly or together, and show findings', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Pengaturan', exact: true }).click();
  await menuLink(page, 'Koneksi').click();
  await expect(heading(page, 'Koneksi')).toBeVisible();
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  for (const name of ['Database', 'OCAS', 'Moodle', 'Zoom']) {
    await expect(section(name).getByText('belum diuji')).toBeVisible();
  }

  await page.getByRole('button', { name: 'Uji Moodle', exact: true }).click();
  await expect(section('Moodle').getByText('baik', { exact: true })).toBeVisible();
  await expect(section('Moodle').getByRole('listitem')).toContainText([/^Moodle 5\.1/]);
  await expect(section('OCAS').getByText('belum diuji')).toBeVisible();

  await page.getByRole('button', { name: 'Uji semua', exact: true }).click();
  await expect(section('OCAS').getByRole('listitem')).toHaveCount(10);
  for (const name of ['Database', 'OCAS', 'Moodle', 'Zoom']) {
    await expect(section(name).getByText('baik', { exact: true })).toBeVisible();
  }
  await expectAccessible(page, 'connections');

  await section('Moodle').getByText('Setelan').click();
  await expect(section('Moodle').getByText('platform.root_category')).toBeVisible();
  await expect(section('Moodle').getByText('terpasang, tidak ditampilkan')).toBeVisible();

  await page.reload();
  await expect(section('Database').getByText('baik', { exact: true })).toBeVisible();
});

test('Koneksi: a problem is shown with its fix', async ({ page }) => {
  const wrong = {
    part: 'platform',
    settings: [],
    last: {
      standing: 'wrong',
      findings: [
        {
          standing: 'wrong',
          text: 'Untuk enroll, token belum boleh memanggil enrol_manual_enrol_users.',
          mend: 'Tambahkan ke layanan web Selaras di Moodle.',
        },
      ],
      at: '2026-11-21T00:30:00Z',
    },
  };
  await page.route('**/api/v1/api/connections/test', (route) =>
    route.fulfill({ json: { msg: 'Success', data: [wrong] } }),
  );
  await open(page, '/pengaturan/koneksi');
  await page.getByRole('button', { name: 'Uji Moodle', exact: true }).click();
  const moodle = page.getByRole('region', { name: 'Moodle', exact: true });
  await expect(moodle.getByText('salah', { exact: true })).toBeVisible();
  await expect(moodle.getByText('21 Nov 2026 07.30 WIB')).toBeVisible();
  await expect(moodle.getByRole('listitem')).toContainText([
    /enrol_manual_enrol_users\.\s*Tambahkan ke layanan web/,
  ]);
});

test('Koneksi: the steps in Moodle give both files, and the check repeats until all is right', async ({
  page,
}) => {
  const found = (standing: 'ok' | 'wrong', text: string, mend: string | null) => ({
    part: 'platform',
    settings: [],
    last: { standing, findings: [{ standing, text, mend }], at: '2026-11-21T00:30:00Z' },
  });
  let checks = 0;
  await page.route('**/api/v1/api/connections/test', (route) => {
    checks += 1;
    const lacking = 'Pengguna token tidak punya hak moodle/grade:viewall.';
    const answer = checks < 2 ? found('wrong', lacking, 'Beri hak itu.') : found('ok', 'Moodle 5.1', null);
    return route.fulfill({ json: { msg: 'Success', data: [answer] } });
  });
  await open(page, '/pengaturan/koneksi');
  const moodle = page.getByRole('region', { name: 'Moodle', exact: true });
  await moodle.getByText('Menyiapkan Moodle').click();
  await expect(moodle.getByText(/moodle\/grade:viewall/)).toBeVisible();
  await expectAccessible(page, 'steps');
  await downloadMoodleFiles(moodle);
  await expect(moodle.getByText('baik', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(moodle.getByText('Diperiksa lagi setiap 5 detik')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'steps on a phone');
});
