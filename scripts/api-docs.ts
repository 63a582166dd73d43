// Writes docs/api.md, docs/openapi.json and the table of settings in docs/spec/behaviour.md from the code; with `--check` only says (exit code 1) whether one is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { errors } from '../src/contract/errors.ts';
import { endpoints } from '../src/contract/index.ts';
import { meanings } from '../src/contract/openapi/fields.ts';
import { openApiDocument } from '../src/contract/openapi/openapi.ts';
import { operationIdOf } from '../src/contract/openapi/schemas.ts';
import { withSettingsTable } from './docs/settings-table.ts';
import { typeText } from './docs/type-text.ts';

const WHO = { public: 'anybody', user: 'logged in', admin: 'ADMIN' } as const;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const answerText = ({ status, fileType, response }: Endpoint): string =>
  status === 204 ? '' : ` \`${fileType ?? typeText(response, 'output')}\``;

function entryText(entry: Endpoint): string {
  const lines = [
    `### ${entry.method} ${entry.path}`,
    '',
    entry.summary,
    '',
    `- operation: \`${operationIdOf(entry)}\``,
    `- who: ${WHO[entry.access]}`,
    ...(entry.query ? [`- query: \`${typeText(entry.query, 'input')}\``] : []),
    ...(entry.body ? [`- body: \`${typeText(entry.body, 'input')}\``] : []),
    `- answer: ${entry.status}${answerText(entry)}`,
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
  const fields = Object.entries(meanings).map(([name, meaning]) => row([`\`${name}\``, escaped(meaning)]));
  return `# The calls

Written by \`npm run docs\` from \`src/contract/\`; not by hand. Base path \`/api\`, JSON, \`Authorization: Bearer <token>\`.
Appointment times are the salon's wall clock, \`YYYY-MM-DD HH:mm:ss\`; so are the moments that happened. Every call may also answer
\`bad_input\` (with \`fields\`), \`too_many_requests\`, \`server_error\` and \`database_away\`; every call with a token \`login_required\`, and
an ADMIN's \`not_allowed\`. The same as OpenAPI 3.1, for generated clients: [openapi.json](openapi.json), which every
salon answers as \`GET /api/openapi.json\`; [how to write a client](../docs/how-to/write-a-client.md).

${calls.join('\n\n')}

## Fields

A name means the same wherever it stands, unless a shape or an operation stands before it.

${row(['field', 'is'])}
${row(['---', '---'])}
${fields.join('\n')}

## Refusals

Every error is \`{ "error": "<Serbian text>", "code": "<word>" }\`, and \`fields: { name: text }\` where a form field is at fault.

${row(['code', 'status', 'text'])}
${row(['---', '---', '---'])}
${refused.join('\n')}
`;
}

const root = join(import.meta.dirname, '..');
const written: Readonly<Record<string, string>> = {
  'docs/api.md': page(),
  'docs/spec/behaviour.md': withSettingsTable(readFileSync(join(root, 'docs/spec/behaviour.md'), 'utf8')),
  'docs/openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
};

for (const [name, wanted] of Object.entries(written)) {
  const file = join(root, name);
  if (!process.argv.includes('--check')) writeFileSync(file, wanted);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error(`${name} is stale: npm run docs`);
    process.exitCode = 1;
  }
}
