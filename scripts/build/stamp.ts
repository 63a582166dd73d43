// Rebuilds a folder of dist/ only if its sources have changed, and replaces the folder atomically.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * Returns a hash of the contents of the sources. Does not use modification times, because every checkout changes
 * them.
 */
export function fingerprint(sources: readonly string[], exclude: readonly string[], folder = root): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: folder, exclude: [...exclude, '**/*.test.*', '**/tsconfig.json'] });
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

const MOST_ATTEMPTS = 20;
const isThereAgain = (error: unknown): boolean =>
  ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as { code?: string }).code ?? '');

function moveAside(folder: string, aside: string): void {
  try {
    renameSync(folder, aside);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
  }
}

/**
 * Replaces `folder` with a complete build. If another build replaces the folder at the same moment, retries, so that
 * the last build wins.
 */
export function putInPlace(made: string, folder: string): void {
  const aside = `${made}-before`;
  for (let attempt = 1; ; attempt++) {
    moveAside(folder, aside);
    try {
      renameSync(made, folder);
      return;
    } catch (error) {
      if (!isThereAgain(error) || attempt === MOST_ATTEMPTS) throw error;
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  }
}
