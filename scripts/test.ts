// Everything that can be checked, in one run. Its last line is `N passed, N failed`.
// Arguments choose steps by name (npm test -- types walls); `hard` runs the features and stories with the large numbers.
import { checkDocs } from './checks/docs.ts';
import { type Outcome, verdict } from './checks/outcome.ts';
import { endPrograms, runProgram } from './checks/program.ts';
import { runStories } from './checks/stories.ts';
import { checkStyle } from './checks/style.ts';
import { runVitest } from './checks/vitest.ts';
import { checkWalls } from './checks/walls.ts';
import { checkWeight } from './checks/weight.ts';

const STATIC_AT_ONCE = 2;

type Step = { name: string; run(): Promise<Outcome> };

const tool = (name: string, args: string[]) => async () => {
  const { status, output } = await runProgram(name, args);
  return verdict(status === 0 ? [] : [output || `${name} ended with ${status}`]);
};

const reading: Step[] = [
  { name: 'types', run: tool('tsc', ['-b']) },
  { name: 'biome', run: tool('biome', ['check', '--error-on-warnings', '--max-diagnostics=40']) },
  { name: 'walls', run: () => checkWalls() },
  { name: 'knip', run: tool('knip', []) },
  { name: 'docs', run: checkDocs },
  { name: 'style', run: checkStyle },
  { name: 'unit', run: () => runVitest('unit') },
  { name: 'weight', run: checkWeight },
];
const running: Step[] = [
  { name: 'features', run: () => runVitest('features') },
  { name: 'stories', run: runStories },
];

const total = { passed: 0, failed: 0 };

async function take(step: Step): Promise<void> {
  const began = performance.now();
  const failure = (error: unknown): Outcome =>
    verdict([error instanceof Error ? (error.stack ?? String(error)) : String(error)]);
  const { passed, failed, details, remarks } = await step.run().catch(failure);
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const counts = failed > 0 ? `${passed} passed, ${failed} FAILED` : `${passed} passed`;
  console.log(`${failed > 0 ? '✗' : '✓'} ${step.name.padEnd(9)} ${seconds.padStart(6)} s   ${counts}`);
  if (remarks) console.log(remarks.replace(/^/gm, '    '));
  if (failed > 0) console.log(`${details.replace(/^/gm, '    ')}\n`);
}

/** Takes the steps in order, so many at a time. */
async function takeAll(steps: readonly Step[], atOnce: number): Promise<void> {
  const left = [...steps];
  const one = async () => {
    for (let step = left.shift(); step; step = left.shift()) await take(step);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

function chosen(steps: readonly Step[], names: readonly string[]): Step[] {
  return names.length === 0 ? [...steps] : steps.filter((step) => names.includes(step.name));
}

function readArguments(): string[] {
  const names = process.argv.slice(2);
  const known = [...reading, ...running].map((step) => step.name);
  const unknown = names.filter((name) => name !== 'hard' && !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. Steps: ${known.join(', ')}, hard.`);
    process.exit(2);
  }
  if (!names.includes('hard')) return names;
  process.env.TEST_SIZE = 'hard';
  return names.length === 1 ? running.map((step) => step.name) : names;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endPrograms);

const names = readArguments();
await takeAll(chosen(reading, names), STATIC_AT_ONCE);
await takeAll(chosen(running, names), 1);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);
