// npm run check:dependencies: checks that package-lock.json pins every package by a hash and that no package runs an
// install script.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportFaults } from './report.ts';

const root = join(import.meta.dirname, '..', '..');

/** Packages that may run install scripts. */
const MAY_RUN_AT_INSTALL: readonly string[] = [];
/** Matches platform builds of development tools, which are optional. Some registries provide no hashes for them. */
const BUILDS_OF_TOOLS = /^node_modules\/(?:@biomejs\/cli|@oxc-parser\/binding|@tailwindcss\/oxide)-[\w-]+$/;
/** A version range, or a package of the registry under another name (npm:NAME@RANGE). */
const RANGE = /^(?:npm:[@\w./-]+@)?[\^~]?\d+\.\d+(?:\.\d+)?$/;

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly link?: boolean;
}
export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> };
type Wanted = Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>;

const isOptionalBuild = (path: string, { dev, optional }: LockedPackage): boolean =>
  dev === true && optional === true && BUILDS_OF_TOOLS.test(path);

function faultsOfPackage(path: string, locked: LockedPackage): string[] {
  const name = path.replace(/^.*node_modules\//, '');
  const faults: string[] = [];
  if (locked.hasInstallScript && !MAY_RUN_AT_INSTALL.includes(name))
    faults.push(`${name} runs an install script`);
  if (locked.resolved !== undefined)
    faults.push(`${name} has a download address; lock it with --omit-lockfile-registry-resolved`);
  if (!locked.integrity?.startsWith('sha512-') && !isOptionalBuild(path, locked))
    faults.push(`${name} has no SHA-512 in package-lock.json`);
  return faults;
}

export const faultsOfLock = ({ packages }: Lock): string[] =>
  Object.entries(packages).flatMap(([path, locked]) => (path === '' ? [] : faultsOfPackage(path, locked)));

/** Reports dependencies that are not given as a version range, but as an address, a branch or a folder. */
export function faultsOfRanges(wanted: Wanted): string[] {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];
  const all = kinds.flatMap((kind) => Object.entries(wanted[kind] ?? {}));
  return all
    .filter(([, range]) => !RANGE.test(range))
    .map(([name, range]) => `${name}: '${range}' is not a version range`);
}

if (import.meta.main) {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const lock: Lock = read('package-lock.json');
  const faults = [...faultsOfLock(lock), ...faultsOfRanges(read('package.json'))];
  const unhashed = Object.entries(lock.packages).filter(([path, { integrity }]) => path && !integrity);
  console.log(`${Object.keys(lock.packages).length - 1} packages, ${unhashed.length} without a hash`);
  reportFaults('dependencies', faults);
}
