// Reads the command of `npm start` from package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the arguments after `exec node` in the start script of the project whose folder is `root`. */
export function startArguments(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const command = / exec node (.+)$/.exec(scripts.start)?.[1];
  if (command === undefined) throw new Error(`package.json's start script runs no node: ${scripts.start}`);
  return command.split(' ');
}
