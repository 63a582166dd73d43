import { expect, test } from 'vitest';
import { faultsOfLock, faultsOfRanges } from './dependencies.ts';

const integrity = 'sha512-AAAA';
const tool = { dev: true, optional: true };

test.each([
  ['hashed', 'node_modules/pg', { integrity }, []],
  ['the project itself', '', {}, []],
  [
    'without a hash',
    'node_modules/fastify/node_modules/pg',
    { optional: true },
    ['pg has no SHA-512 in package-lock.json'],
  ],
  [
    'hashed weakly',
    'node_modules/pg',
    { integrity: 'sha1-AAAA' },
    ['pg has no SHA-512 in package-lock.json'],
  ],
  ['a tool’s build for another platform, without a hash', 'node_modules/@biomejs/cli-darwin-x64', tool, []],
  [
    'what the server loads, named like such a build',
    'node_modules/@biomejs/cli-darwin-x64',
    { optional: true },
    ['@biomejs/cli-darwin-x64 has no SHA-512 in package-lock.json'],
  ],
  [
    'a program that runs at install',
    'node_modules/pg',
    { integrity, hasInstallScript: true },
    ['pg runs a program of its own while it is installed'],
  ],
  [
    'an address',
    'node_modules/pg',
    { integrity, resolved: 'https://example.test/pg.tgz' },
    ['pg names where it came from; lock it with --omit-lockfile-registry-resolved'],
  ],
])('a locked package: %s', (_, path, locked, faults) => {
  expect(faultsOfLock({ packages: { [path]: locked } })).toEqual(faults);
});

test.each([
  ['^5.12.8', []],
  ['~6.0', []],
  ['26.10.0', []],
  ['*', ["x: '*' is no range of versions"]],
  ['latest', ["x: 'latest' is no range of versions"]],
  ['github:owner/x', ["x: 'github:owner/x' is no range of versions"]],
  ['file:../x', ["x: 'file:../x' is no range of versions"]],
  ['npm:y@1.0.0', ["x: 'npm:y@1.0.0' is no range of versions"]],
])('a dependency wanted as %s', (range, faults) => {
  expect(faultsOfRanges({ devDependencies: { x: range } })).toEqual(faults);
});
