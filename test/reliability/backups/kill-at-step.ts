/**
 * Preloaded with `--import`. Counts the changes of files in the folder KILL_IN, and kills the process just before change number KILL_AT.
 * A copied file counts as two changes; a kill before the second leaves half of the file. At its end, the process prints the count.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

const killAt = Number(process.env.KILL_AT);
const folder = process.env.KILL_IN ?? '';
let steps = 0;

const isHere = (path: unknown): boolean => String(path).startsWith(folder);
function step(): boolean {
  steps += 1;
  return steps === killAt;
}
const die = (): void => process.kill(process.pid, 'SIGKILL') as unknown as undefined;

type Loose = Record<string, (...args: unknown[]) => unknown>;
const loose = fs as unknown as Loose;

for (const name of ['renameSync', 'rmSync', 'mkdirSync', 'chmodSync', 'openSync'] as const) {
  const real = loose[name];
  loose[name] = (...args) => {
    if (isHere(args[0]) && args[1] !== 'r' && step()) die();
    return real?.(...args);
  };
}
for (const name of ['writeSync', 'fsyncSync'] as const) {
  const real = loose[name];
  loose[name] = (...args) => {
    if (step()) die();
    return real?.(...args);
  };
}
const copy = fs.copyFileSync;
loose.copyFileSync = (from, to, mode) => {
  if (isHere(to) && step()) die();
  copy(String(from), String(to), Number(mode ?? 0));
  if (isHere(to) && step()) {
    fs.truncateSync(String(to), Math.floor(fs.statSync(String(to)).size / 2));
    die();
  }
};
syncBuiltinESMExports();

const { exec, prepare } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql) {
  if (this.location() !== null && step()) die(); // statements on an in-memory database (without location) do not count as steps
  return exec.call(this, sql);
};
DatabaseSync.prototype.prepare = function (sql, options) {
  if (/journal_mode/.test(sql) && step()) die();
  return prepare.call(this, sql, options);
};
process.once('exit', () => process.stderr.write(`steps: ${steps}\n`));
