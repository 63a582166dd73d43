/**
 * npm run audit: reports known vulnerabilities of the packages. It is not part of npm test: it needs the network, and
 * its result can change while the project does not.
 */
import { spawnSync } from 'node:child_process';

const NOT_ASKED = 2;

interface Report {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> };
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
}

function ask(...args: string[]): Report {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...args], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: 'npm audit printed no report' };
  }
}

const { metadata, message, vulnerabilities = {} } = ask();
if (!metadata) {
  console.error(`The npm registry in use does not support audits (${message?.split(/ - |\n/)[0]}).`);
  console.error('No result. Run this with a registry that supports npm audit.');
  process.exitCode = NOT_ASKED;
} else {
  for (const [name, { severity, range }] of Object.entries(vulnerabilities))
    console.error(`${name} ${range}: ${severity}`);
  console.log(`${metadata.vulnerabilities.total} known vulnerabilities`);
  process.exitCode = metadata.vulnerabilities.total === 0 ? 0 : 1;
}
