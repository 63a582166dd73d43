import { expect, test } from 'vitest';
import { faultsOfLock, faultsOfRanges } from './dependencies.ts';

const integrity = 'sha512-AAAA';
const tool = { dev: true, optional: true };

test.each([
  ['with a hash', 'node_modules/pg', { integrity }, []],
  ['the project itself', '', {}, []],
  [
    'without a hash',
    'node_modules/fastify/node_modules/pg',
    { optional: true },
    ['pg has no SHA-512 in package-lock.json'],
  ],
  [
    'with a weak hash',
    'node_modules/pg',
    { integrity: 'sha1-AAAA' },
    ['pg has no SHA-512 in package-lock.json'],
  ],
  ['a tool’s build for another platform, without a hash', 'node_modules/@biomejs/cli-darwin-x64', tool, []],
  [
    'a package of the server, named like such a build',
    'node_modules/@biomejs/cli-darwin-x64',
    { optional: true },
    ['@biomejs/cli-darwin-x64 has no SHA-512 in package-lock.json'],
  ],
  [
    'with an install script',
    'node_modules/pg',
    { integrity, hasInstallScript: true },
    ['pg runs an install script'],
  ],
  [
    'with an address',
    'node_modules/pg',
    { integrity, resolved: 'https://example.test/pg.tgz' },
    ['pg has a download address; lock it with --omit-lockfile-registry-resolved'],
  ],
])('the check of a locked package (%s) reports $3', (_, path, locked, faults) => {
  expect(faultsOfLock({ packages: { [path]: locked } })).toEqual(faults);
});

test.each([
  ['^5.12.8', []],
  ['~6.0', []],
  ['26.10.0', []],
  ['*', ["x: '*' is not a version range"]],
  ['latest', ["x: 'latest' is not a version range"]],
  ['github:owner/x', ["x: 'github:owner/x' is not a version range"]],
  ['file:../x', ["x: 'file:../x' is not a version range"]],
  ['npm:@y/z@~7.0', []],
  ['npm:y', ["x: 'npm:y' is not a version range"]],
  ['npm:y@latest', ["x: 'npm:y@latest' is not a version range"]],
])('the check of a dependency with the version %s reports $1', (range, faults) => {
  expect(faultsOfRanges({ devDependencies: { x: range } })).toEqual(faults);
});
