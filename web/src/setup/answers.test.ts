import { expect, it } from 'vitest';
import { databaseBody, emptyAnswers, finishBody, platformBody, sourceBody } from './answers';

it('sends only the answers of the chosen way', () => {
  const answers = { ...emptyAnswers, base_url: 'https://a.id', bearer: 'rahasia', folder: '/srv' };
  expect(sourceBody({ ...answers, way: 'files' })).toEqual({
    way: 'files',
    source_name: '',
    mbkm: false,
    folder: '/srv',
  });
  expect(sourceBody({ ...answers, way: 'uploads' })).not.toHaveProperty('bearer');
  expect(sourceBody({ ...answers, way: 'feeder', semester: '20261', ca_file: '/a.pem' })).toEqual({
    way: 'feeder',
    source_name: '',
    mbkm: false,
    base_url: 'https://a.id',
    feeder_username: '',
    feeder_password: '',
    semester: '20261',
    ca_file: '/a.pem',
  });
});

it('states how people sign in, unless it is not known', () => {
  const auth = (platform_auth: string) => finishBody({ ...emptyAnswers, platform_auth }, true).platform_auth;
  expect([auth('ldap'), auth('unknown'), auth('')]).toEqual(['ldap', undefined, '']);
});

it('omits an existing administrator with the shape, and the default database', () => {
  const answers = { ...emptyAnswers, name: 'Ani', username: 'ani', password: 'rahasia-sekali' };
  expect(finishBody(answers, true)).not.toHaveProperty('password');
  expect(finishBody(answers, true)).not.toHaveProperty('course');
  expect(finishBody(answers, false)).toMatchObject({ username: 'ani' });
  expect(finishBody(answers, false)).not.toHaveProperty('database_url');
});

it('allows plain addresses in each call once ticked', () => {
  const bodies = (allow_plain: boolean) => {
    const answers = { ...emptyAnswers, allow_plain };
    return [sourceBody(answers), platformBody(answers), databaseBody(answers), finishBody(answers, true)];
  };
  for (const body of bodies(true)) expect(body).toHaveProperty('allow_plain', true);
  for (const body of bodies(false)) expect(body).not.toHaveProperty('allow_plain');
});
