// npm run audit: known holes of the packages, as the registry knows them today. Not a part of npm test: it needs the network, and
// its answer changes without a change of the project.
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
  console.error(`The registry that npm uses here does not answer audits (${message?.split(/ - |\n/)[0]}).`);
  console.error('Nothing is known, neither good nor bad: run it where npm reaches a registry that does.');
  process.exitCode = NOT_ASKED;
} else {
  for (const [name, { severity, range }] of Object.entries(vulnerabilities))
    console.error(`${name} ${range}: ${severity}`);
  console.log(`${metadata.vulnerabilities.total} known holes`);
  process.exitCode = metadata.vulnerabilities.total === 0 ? 0 : 1;
}
