// npm run check:docs: checks that the commands, paths, links and sections that documents and code name exist, and
// that generated documents are up to date.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { reportFaults } from './report.ts';

const root = join(import.meta.dirname, '..', '..');
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'STYLE.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const NPMS_OWN = new Set(['ci', 'install']);
const fence = /^```.*\n([\s\S]*?)^```/gm;
const inlineCode = /`([^`\n]+)`/g;
const npmCommand = /\bnpm (?:run )?([a-z][\w:-]*)/g;
const link = /\]\(([^)#\s]+)[^)]*\)/g;
const OUR_PATH = /^(?:src|scripts|test|docs|deploy|migrations|\.ci)\/[\w./-]*$/;
const SOURCES = '{src,test,scripts,migrations}/**/*.{ts,tsx,mjs,css,html}';
/** The test of this script. The script skips this file, because it contains wrong references on purpose. */
const OWN_TEST = 'scripts/checks/docs.test.ts';
const numberedHeading = /^#{2,6} (\d+(?:\.\d+)*)\.? /gm;
/** Matches a document with its sections: docs/spec/behaviour.md §5, docs/spec/behaviour.md §5.4, §5.6 and §6. */
const citation = /\b(docs\/[\w/-]+\.md)((?:,? (?:and )?§\d+(?:\.\d+)*)+)/g;
const section = /§(\d+(?:\.\d+)*)/g;
// .cache contains generated files, which may be missing
const documentName = /(?<![\w./-])(?!\.cache\/)([\w./-]+\.md)\b/g;

type Repository = { scripts: Record<string, string>; exists(path: string): boolean };
type Sections = { sectionsIn(document: string): ReadonlySet<string> | undefined };

const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map((found) => found[1] ?? '');

/** Returns a fault for each command, path and link in a document whose target does not exist. */
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

/** Returns the section numbers in a document's headings: 5 for `## 5. Appointments`, 5.4 for `### 5.4 Booking`. */
export const sectionsOf = (text: string): ReadonlySet<string> => new Set(all(numberedHeading, text));

/** Returns a fault for each section reference that names no document, or whose section does not exist. */
export function faultsOfCitations(path: string, text: string, { sectionsIn }: Sections): string[] {
  const cited = [...text.matchAll(citation)].flatMap(([, document = '', numbers = '']) =>
    all(section, numbers).map((number) => ({ document, number })),
  );
  const missing = cited.filter(({ document, number }) => !sectionsIn(document)?.has(number));
  const bare = all(section, text.replace(citation, '')).filter((number) => !sectionsIn(path)?.has(number));
  return [
    ...missing.map(({ document, number }) => `${path}: there is no ${document} §${number}`),
    ...bare.map((number) => `${path}: §${number} of which document? Cite it as docs/spec/behaviour.md §5`),
  ];
}

/** Returns a fault for each document that a source file mentions and that does not exist. */
export const unknownDocuments = (
  path: string,
  text: string,
  { exists }: Pick<Repository, 'exists'>,
): string[] =>
  all(documentName, text)
    .filter((name) => !exists(name) && !exists(normalize(join(dirname(path), name))))
    .map((name) => `${path}: there is no ${name}`);

function apiFaults(): string[] {
  const { status } = spawnSync(process.execPath, ['scripts/api-docs.ts', '--check'], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0
    ? []
    : ['docs/api.md, docs/openapi.json or the table of settings is stale: run npm run docs'];
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

function faultsOfAll(documents: readonly string[], repository: Repository): string[] {
  const known = new Map(documents.map((path) => [path, sectionsOf(read(path))]));
  const sections: Sections = { sectionsIn: (document) => known.get(document) };
  const sources = globSync(SOURCES, { cwd: root }).filter((path) => path !== OWN_TEST);
  return [
    ...documents.flatMap((path) => faultsOfDocument(path, read(path), repository)),
    ...sources.flatMap((path) => unknownDocuments(path, read(path), repository)),
    ...[...documents, ...sources].flatMap((path) => faultsOfCitations(path, read(path), sections)),
  ];
}

function allFaults(): string[] {
  const { scripts } = JSON.parse(read('package.json'));
  const repository = { scripts, exists: (path: string) => existsSync(join(root, path)) };
  const missing = DOCUMENTS.filter((path) => !repository.exists(path));
  const paths = [...DOCUMENTS, ...globSync('docs/**/*.md', { cwd: root })].filter(repository.exists);
  return [...missing.map((path) => `${path} is missing`), ...faultsOfAll(paths, repository), ...apiFaults()];
}

if (import.meta.main) reportFaults('docs', allFaults());
