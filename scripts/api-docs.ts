// Writes docs/api.md from the contract; with `--check` only says (exit code 1) whether it is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { errors } from '../src/contract/errors.ts';
import { endpoints } from '../src/contract/index.ts';
import { typeText } from './docs/type-text.ts';

const FILE = join(import.meta.dirname, '../docs/api.md');
const WHO = { public: 'anybody', user: 'logged in', admin: 'ADMIN' } as const;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function entryText(entry: Endpoint): string {
  const lines = [
    `### ${entry.method} ${entry.path}`,
    '',
    entry.summary,
    '',
    `- who: ${WHO[entry.access]}`,
    ...(entry.query ? [`- query: \`${typeText(entry.query, 'input')}\``] : []),
    ...(entry.body ? [`- body: \`${typeText(entry.body, 'input')}\``] : []),
    `- answer: ${entry.status}${entry.status === 204 ? '' : ` \`${typeText(entry.response, 'output')}\``}`,
    ...(entry.errors.length ? [`- refuses: ${entry.errors.map((code) => `\`${code}\``).join(', ')}`] : []),
  ];
  return lines.join('\n');
}

const groupOf = (entry: Endpoint): string => entry.path.split('/')[1] ?? '';

function page(): string {
  const groups = Map.groupBy(endpoints as readonly Endpoint[], groupOf);
  const calls = [...groups].map(([group, list]) => `## /${group}\n\n${list.map(entryText).join('\n\n')}`);
  const refused = Object.entries(errors).map(([code, { status, text }]) =>
    row([`\`${code}\``, String(status), escaped(text)]),
  );
  return `# The calls

Written by \`npm run docs\` from \`src/contract/\`; not by hand. Base path \`/api\`, JSON, \`Authorization: Bearer <token>\`.
Appointment times are the salon's wall clock, \`YYYY-MM-DD HH:mm:ss\`; so are the moments that happened. Every call may also answer
\`bad_input\` (with \`fields\`), \`too_many_requests\`, \`server_error\` and \`database_away\`; every call with a token \`login_required\`, and
an ADMIN's \`not_allowed\`. The same as OpenAPI 3.1: \`GET /api/openapi.json\`.

${calls.join('\n\n')}

## Refusals

Every error is \`{ "error": "<Serbian text>", "code": "<word>" }\`, and \`fields: { name: text }\` where a form field is at fault.

${row(['code', 'status', 'text'])}
${row(['---', '---', '---'])}
${refused.join('\n')}
`;
}

const wanted = page();
if (!process.argv.includes('--check')) writeFileSync(FILE, wanted);
else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== wanted) {
  console.error('docs/api.md is stale: npm run docs');
  process.exit(1);
}
