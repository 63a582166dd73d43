import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/server/platform/config.ts';
import { root } from '../support/program.ts';
import { aFolder } from '../support/temporary-folder.ts';
import { ensureProgram } from './programs.ts';

const read = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8');
const EXPOSED_AT_MOST = 15; // in tenths: 1.5 on the exposure scale of systemd-analyze, where a service with network access gets at least 1.4

if (process.platform === 'linux') {
  test('systemd-analyze accepts the service file and rates its exposure as low', () => {
    const analyze = ensureProgram('systemd-analyze', 'systemd');
    const here = read('lunula.service')
      .replaceAll('/opt/lunula', root)
      .replaceAll(/^(User|Group)=.*$/gm, '$1=root'); // the system user that runs the service does not exist on the test machine
    const file = join(aFolder(), 'lunula.service');
    writeFileSync(file, here);
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(analyze, args, { encoding: 'utf8' });
      return { status, output: stdout + stderr };
    };
    expect(run('verify', '--man=no', file)).toEqual({ status: 0, output: '' });
    const exposed = ['security', '--offline=yes', `--threshold=${EXPOSED_AT_MOST}`];
    expect(run(...exposed, join(root, 'deploy/lunula.service'))).toMatchObject({ status: 0 });
  });
}

/** Returns the settings that deploy/lunula reads from `file` and passes to its command. */
function settingsFrom(file: string): Record<string, string> {
  const script = read('lunula')
    .replace('/etc/lunula.env', file)
    .replace('cd /opt/lunula', '')
    .replace(/^exec .*$/m, 'exec env -0');
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'lunula', 'backup'], {
    env: { PATH: process.env.PATH ?? '' },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return Object.fromEntries(stdout.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

test('sudo lunula parses the settings file like systemd does, and executes none of its content', () => {
  const file = join(aFolder(), 'lunula.env');
  const settings = {
    DATA_DIR: ['/var/lib/lunula', '/var/lib/lunula'],
    SMTP_URL: ['smtp://salon:pa$word@x.rs', 'smtp://salon:pa$word@x.rs'],
    SINGLE: ['\'a $(id) \\ "b" #c\'', 'a $(id) \\ "b" #c'],
    DOUBLE: ['"a \\"b\\" \\$c `id`"', 'a "b" $c `id`'],
    BARE: ['a\\ b#c;d=e  ', 'a b#c;d=e'],
    EMPTY: ['', ''],
  };
  const lines = Object.entries(settings).map(([name, [written]]) => `${name}=${written}`);
  writeFileSync(file, ['# comment', '; comment', '', ...lines].join('\n'));
  const expected = Object.fromEntries(Object.entries(settings).map(([name, [, value]]) => [name, value]));
  expect(settingsFrom(file)).toMatchObject(expected);
});

test('the server accepts the settings file of the systemd service', () => {
  const settings = settingsFrom(join(root, 'deploy/lunula.env'));
  expect(readConfig(settings)).toMatchObject({
    dataDirectory: '/var/lib/lunula',
    firstSettings: { salon_name: 'Salon Ana', salon_phone: '064 123 4567' },
    publicUrl: 'https://salon.example.rs',
    trustProxy: ['127.0.0.1'],
  });
});

test('the image copies only existing files, does not run as root, and checks /api/health', () => {
  const image = read('Dockerfile');
  const ignored = read('Dockerfile.dockerignore');
  const taken = [...ignored.matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
  for (const path of taken)
    expect({ path, found: globSync(path, { cwd: root }).length > 0 }).toMatchObject({ found: true });
  const copied = [...image.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(
    copied.filter((path) => path !== '.' && !taken.includes(path) && !/^package(-lock)?\.json$/.test(path)),
  ).toEqual([]);
  expect(image.lastIndexOf('USER node')).toBeGreaterThan(image.lastIndexOf('RUN '));
  expect(image).toContain('/api/health');
  const major = Number(/^FROM node:(\d+)/m.exec(image)?.[1]);
  expect(process.versions.node.split('.')[0]).toBe(String(major));
});

test('deploy/ uses only official images pinned to a release', () => {
  const built = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)];
  const used = [...read('compose.yaml').matchAll(/image: (\S+)/g)];
  const images = [...built, ...used].map(([, image]) => image);
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(/^(node|postgres):\d+-\w+(-slim)?$/);
});
