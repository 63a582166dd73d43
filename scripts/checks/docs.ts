// What the documents name must be there: commands, paths, links, and the generated list of calls.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Outcome, verdict } from './outcome.ts';
import { root, runProgram } from './program.ts';

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'STYLE.md', 'CONTRIBUTING.md'];
const NPMS_OWN = new Set(['ci', 'install']);
const fence = /^```.*\n([\s\S]*?)^```/gm;
const inlineCode = /`([^`\n]+)`/g;
const npmCommand = /\bnpm (?:run )?([a-z][\w:-]*)/g;
const link = /\]\(([^)#\s]+)[^)]*\)/g;
const OUR_PATH = /^(?:src|scripts|test|docs|migrations|\.ci)\/[\w./-]*$/;

type Repository = { scripts: Record<string, string>; exists(path: string): boolean };

const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map((found) => found[1] ?? '');

/** What one document promises and the repository does not hold. */
export function faultsOfDocument(path: string, text: string, { scripts, exists }: Repository): string[] {
  const prose = text.replace(fence, '');
  const code = [...all(fence, text), ...all(inlineCode, prose)].join('\n');
  const isCommand = (name: string) => scripts[name] !== undefined || NPMS_OWN.has(name);
  const commands = all(npmCommand, code).filter((name) => !isCommand(name));
  const paths = code.split(/[\s'"]+/).filter((word) => OUR_PATH.test(word) && !exists(word));
  const links = all(link, prose).filter((target) => !/^[a-z]+:/.test(target));
  const dead = links.filter((target) => !exists(normalize(join(dirname(path), target))));
  return [
    ...commands.map((name) => `${path}: there is no command npm run ${name}`),
    ...[...paths, ...dead].map((target) => `${path}: there is no ${target}`),
  ];
}

async function apiFaults(): Promise<string[]> {
  const { status, output } = await runProgram('node', ['scripts/api-docs.ts', '--check']);
  return status === 0 ? [] : [`docs/api.md does not say what the contract says: run npm run docs\n${output}`];
}

export async function checkDocs(): Promise<Outcome> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const repository = { scripts, exists: (path: string) => existsSync(join(root, path)) };
  const missing = DOCUMENTS.filter((path) => !repository.exists(path));
  const paths = [...DOCUMENTS, ...globSync('docs/**/*.md', { cwd: root })].filter(repository.exists);
  const faults = paths.flatMap((path) =>
    faultsOfDocument(path, readFileSync(join(root, path), 'utf8'), repository),
  );
  return verdict([...missing.map((path) => `${path} is missing`), ...faults, ...(await apiFaults())]);
}
