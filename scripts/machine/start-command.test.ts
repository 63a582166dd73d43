import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../measure/server.ts';
import { startArguments } from './start-command.ts';

function argumentsOf(start: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-start-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
    return startArguments(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('startArguments returns the arguments after `exec node` in the start script', () => {
  const made = argumentsOf('node prepare.mjs && exec node --max-semi-space-size=4 dist/server/main.js');
  expect(made).toEqual(['--max-semi-space-size=4', 'dist/server/main.js']);
});

test('startArguments rejects a start script without `exec node`', () => {
  expect(() => argumentsOf('node main.js')).toThrow('runs no node');
});

test('startArguments parses the start script of this project', () => {
  expect(startArguments(root).at(-1)).toMatch(/main\.[jt]s$/);
});
