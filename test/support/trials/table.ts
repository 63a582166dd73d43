// Vitest reporter: prints a table of the trials with their number of cases, result and seed; fails if a trial did not run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

const root = join(import.meta.dirname, '../../..');
const WRITTEN_TO = '.cache/tests/trials.md';
const headedTrial = /^\| trial \|.*\n\|[-|]+\n((?:\|.*\n)+)/gm;

/** Returns the names of the trials in docs/spec/reliability.md §3, in their order. */
export const trialsOf = (document: string): string[] =>
  [...document.matchAll(headedTrial)].flatMap(([, rows = '']) =>
    [...rows.matchAll(/^\| ([^|]+) \|/gm)].map(([, name = '']) => name),
  );

interface Row {
  readonly what: string;
  readonly cases: number;
  readonly failed: number;
  readonly seeds: readonly number[];
}

const rowOf = (what: string, tests: readonly TestCase[]): Row => ({
  what,
  cases: tests.reduce((sum, test) => sum + (test.meta().trial?.cases ?? 0), 0),
  failed: tests.filter((test) => test.result().state !== 'passed').length,
  seeds: [...new Set(tests.flatMap((test) => test.meta().trial?.seed ?? []))],
});

const resultOf = ({ cases, failed }: Row): string =>
  failed > 0 ? `FAILED (${failed})` : cases > 0 ? 'held' : 'NOT TRIED';

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const seeds = row.seeds.length > 0 ? row.seeds.join(' ') : '-';
    return `| ${row.what} | ${row.cases.toLocaleString('en')} | ${resultOf(row)} | ${seeds} |`;
  });
  return ['| what | cases | result | seed |', '|---|---|---|---|', ...lines, ''].join('\n');
}

export default class TrialTable implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  /** True if no files or tests were selected. Only then must the run include every trial. */
  async #isWhole(modules: readonly TestModule[]): Promise<boolean> {
    const all = (await this.#vitest?.globTestSpecifications()) ?? [];
    return modules.length >= all.length && this.#vitest?.config.testNamePattern === undefined;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const known = trialsOf(readFileSync(join(root, 'docs/spec/reliability.md'), 'utf8'));
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const byName = Map.groupBy(tests, (test) => test.meta().trial?.what ?? '');
    const unknown = [...byName.keys()].filter((name) => name !== '' && !known.includes(name));
    const rows = [...known, ...unknown].map((what) => rowOf(what, byName.get(what) ?? []));
    const tried = (await this.#isWhole(modules)) ? rows : rows.filter(({ cases }) => cases > 0);
    if (tried.length === 0) return;
    const faults = [
      ...tried.filter(({ cases }) => cases === 0).map(({ what }) => `Not tried: ${what}`),
      ...unknown.map((what) => `docs/spec/reliability.md §3 names no trial '${what}'`),
    ];
    const table = tableOf(tried);
    console.log(`\n${table}${faults.map((fault) => `${fault}\n`).join('')}`);
    mkdirSync(join(root, '.cache/tests'), { recursive: true });
    writeFileSync(join(root, WRITTEN_TO), table);
    if (faults.length > 0) process.exitCode = 1;
  }
}
