import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../../src/server/platform/config.ts';
import { createRoleWithPassword, urlOf } from '../../support/databases/postgres-server.ts';
import { runScript, startServerProgram } from '../../support/program.ts';
import { aFolder } from '../../support/temporary-folder.ts';

/** Starts a server and asserts that it exits with 1 and prints exactly one line to stderr. Returns the line. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const run = startServerProgram({ DATA_DIR: aFolder(), PORT: '0', ...settings });
  const code = await run.ended();
  expect({ code, stdout: run.stdout().replace(/^\{.*\}\n/gm, '') }).toEqual({ code: 1, stdout: '' });
  expect(run.stderr()).toMatch(/^[^\n]+\n$/);
  return run.stderr().trimEnd();
}

const BAD: readonly [name: string, value: string, line: string][] = [
  ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
  ['PORT', '65536', 'must be a whole number from 0 to 65535'],
  ['PORT', '-1', 'must be a whole number from 0 to 65535'],
  ['PORT', '80.5', 'must be a whole number from 0 to 65535'],
  ['DATABASE_URL', 'mysql://root@localhost/x', 'must be the address of a PostgreSQL server'],
  ['DATABASE_URL', 'localhost', 'must be the address of a PostgreSQL server'],
  ['ADMIN_EMAIL', 'admin', 'must be an email address'],
  ['ADMIN_EMAIL', `${'a'.repeat(250)}@b.rs`, 'must have at most 254 characters'],
  ['ADMIN_PASSWORD', '12345', 'must have at least 6 characters'],
  ['ADMIN_PASSWORD', 'x'.repeat(201), 'must have at most 200 characters'],
  ['ADMIN_NAME', 'x'.repeat(101), 'must have at most 100 characters'],
  ['SALON_NAME', 'x'.repeat(101), 'must have at most 100 characters'],
  ['SALON_NAME', 'Salon\nBcc: all@salon.rs', 'must be one line without control characters'],
  ['SALON_PHONE', 'pozovite', 'must be a phone number'],
  ['SALON_SOCIAL_URL', 'javascript:alert(1)', 'must be a web address'],
  ['SALON_ADDRESS', 'x'.repeat(201), 'must have at most 200 characters'],
  ['SALON_HOURS', 'x'.repeat(201), 'must have at most 200 characters'],
  ['SALON_TIME_ZONE', 'Mars/Phobos', 'must be a time zone'],
  ['GUEST_BOOKING', 'yes', 'must be on or off'],
  ['LATE_CANCEL_HOURS', '-1', 'must be a whole number of hours from 0 to 8760'],
  ['LATE_CANCEL_HOURS', '8761', 'must be a whole number of hours from 0 to 8760'],
  ['RATE_LIMIT', 'true', 'must be on or off'],
  ['SMS_URL', 'ftp://telefon', 'must be the address of an SMS gateway'],
  ['SMS_URL', 'http://telefon', 'must be set together with SMS_SECRET'],
  ['SMS_KIND', 'viber', 'must be json or android'],
  ['SMTP_URL', 'https://mail.rs', 'must be the address of a mail server'],
  ['MAIL_FROM', 'Salon', 'must be an email address, alone or as in: Salon <salon@example.com>'],
  ['MAIL_FROM', 'Salon <salon>', 'must be an email address, alone or as in: Salon <salon@example.com>'],
  [
    'MAIL_FROM',
    'Salon <salon@primer.rs',
    'must be an email address, alone or as in: Salon <salon@example.com>',
  ],
  ['MAIL_FROM', '<>', 'must be an email address, alone or as in: Salon <salon@example.com>'],
  ['MAIL_FROM', 'x'.repeat(255), 'must have at most 254 characters'],
  ['ADMIN_MAIL', '1', 'must be on or off'],
  ['PUBLIC_URL', 'salon.rs', 'must be the address under which clients reach the salon'],
  ['PUSH_HOSTS', 'push.example.org, https://a.rs', 'must be a list of host names'],
  ['PUSH_HOSTS', '10.0.0.1', 'must be a list of host names'],
  ['TRUST_PROXY', 'yes', 'must be a list of proxy addresses'],
  ['TRUST_PROXY', '10.0.0.1, 300.1.1.1', 'must be a list of proxy addresses'],
  ['TRUST_PROXY', '10.0.0.0/33', 'must be a list of proxy addresses'],
  ['STOP_DELAY_SECONDS', '61', 'must be a whole number of seconds from 0 to 60'],
  ['LOG_LEVEL', 'loud', 'must be one of trace, debug, info'],
];

describe('invalid settings', () => {
  test.each(BAD)('the setting %s=%s is refused with a message of one line', (name, value, line) => {
    expect(() => readConfig({ [name]: value })).toThrow(`Setting ${name} ${line}`);
  });
  test('a server with an invalid setting prints one line and exits with 1', async () => {
    expect(await refusal({ PORT: 'abc' })).toBe('Setting PORT must be a whole number from 0 to 65535.');
  });
});

const onPostgres = (path: string) => new URL(path, inject('postgresUrl')).href;

describe('well-formed settings with which the server cannot start', () => {
  const inAFile = () => {
    const file = join(aFolder(), 'file');
    writeFileSync(file, 'this is no database and no folder, but it is long enough to be looked at'.repeat(9));
    return file;
  };
  const ROWS: readonly [what: string, settings: () => Record<string, string>, line: RegExp][] = [
    ['a host of another machine', () => ({ HOST: '198.51.100.7' }), /^HOST 198.51.100.7 is no address/],
    ['an unknown host', () => ({ HOST: 'nowhere.invalid' }), /^HOST nowhere.invalid is no address/],
    ['a data folder that is a file', () => ({ DATA_DIR: inAFile() }), /^DATA_DIR .* cannot be used: /],
    [
      'a data folder below a file',
      () => ({ DATA_DIR: join(inAFile(), 'x') }),
      /^DATA_DIR .* cannot be used: /,
    ],
    [
      'a data folder in a read-only place',
      () => ({ DATA_DIR: '/sys/lunula' }),
      /^DATA_DIR .* cannot be used: /,
    ],
    [
      'a file that is not a database',
      () => {
        const folder = aFolder();
        writeFileSync(join(folder, 'lunula.sqlite'), 'no database at all, only words '.repeat(50));
        return { DATA_DIR: folder };
      },
      /cannot be used: file is not a database/,
    ],
    [
      'an unreachable PostgreSQL',
      () => ({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/x' }),
      /^The database cannot be reached\./,
    ],
    [
      'a database that PostgreSQL does not have',
      () => ({ DATABASE_URL: urlOf(inject('postgresUrl'), 'no_such_database') }),
      /^PostgreSQL refuses DATABASE_URL: database "no_such_database" does not exist\.$/,
    ],
    [
      'required TLS on a PostgreSQL without TLS',
      () => ({ DATABASE_URL: onPostgres('/postgres?ssl=true') }),
      /^PostgreSQL refuses DATABASE_URL: The server does not support SSL connections\.$/,
    ],
    [
      'a missing certificate file',
      () => ({ DATABASE_URL: onPostgres('/postgres?sslmode=verify-full&sslrootcert=/nowhere/ca.pem') }),
      /^PostgreSQL refuses DATABASE_URL: ENOENT: no such file or directory, open '\/nowhere\/ca\.pem'\.$/,
    ],
    [
      'an option that PostgreSQL does not know',
      () => ({ DATABASE_URL: onPostgres('/postgres?options=-c%20no_such_option%3D1') }),
      /^PostgreSQL refuses DATABASE_URL: unrecognized configuration parameter "no_such_option"\.$/,
    ],
  ];
  test.each(ROWS)('a server with %s prints one line and exits', async (_what, settings, line) => {
    expect(await refusal(settings())).toMatch(line);
  });
});

describe('settings for a PostgreSQL that requires a password', () => {
  const ROLE = 'asked_for_a_password';
  const urlWith = (password: string) => {
    const url = new URL(inject('postgresUrl'));
    Object.assign(url, { username: ROLE, password });
    return url.href;
  };
  beforeAll(() => createRoleWithPassword(inject('postgresUrl'), ROLE));

  test.each([
    [
      'no password',
      '',
      /^PostgreSQL refuses DATABASE_URL: SASL: .*client password must be a( non-empty)? string\.$/,
    ],
    [
      'a wrong password',
      'kanarinac',
      /^PostgreSQL refuses DATABASE_URL: password authentication failed for user .*\.$/,
    ],
  ])(
    'a server and a script with %s exit with one line that does not contain the password',
    async (_what, password, line) => {
      const said = await refusal({ DATABASE_URL: urlWith(password) });
      expect(said).toMatch(line);
      expect(said).not.toContain('kanarinac');
      const { code, out, err } = await runScript('admin-password', { DATABASE_URL: urlWith(password) });
      expect({ code, out, err: err.trimEnd() }).toEqual({ code: 1, out: '', err: said });
    },
  );
});

test.each(['admin-password', 'backup', 'export', 'import', 'restore'])(
  'the script %s refuses an unknown option with one line, and writes nothing',
  async (name) => {
    const DATA_DIR = aFolder();
    const { code, out, err } = await runScript(name, { DATA_DIR }, '--help');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^Unknown option '--help'.*\n$/);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  },
);

test('no setting is required, and an empty setting counts as unset', () => {
  const unset = readConfig({});
  expect(unset).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    dataDirectory: './data',
    admin: { email: 'admin@salon.local', password: undefined, name: 'Admin' },
    timeZone: 'Europe/Belgrade',
    firstSettings: {},
    rateLimit: true,
    publicUrl: undefined,
    trustProxy: false,
  });
  const names = [...BAD.map(([name]) => name), 'HOST', 'DATA_DIR'].filter(
    (name) => !['SALON_PHONE', 'SALON_SOCIAL_URL', 'SALON_ADDRESS', 'SALON_HOURS'].includes(name),
  );
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(unset);
});

test('an empty setting for a text about the salon replaces the default text', () => {
  const defaults = { SALON_PHONE: '021 555 0184' };
  const { firstSettings } = readConfig({ SALON_PHONE: '', SALON_HOURS: '' }, defaults);
  expect(firstSettings).toEqual({ salon_phone: '', salon_hours: '' });
});
