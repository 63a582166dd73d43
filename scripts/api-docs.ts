// Writes docs/api.md, docs/openapi.json and the table of settings in docs/spec/behaviour.md; with `--check` exits with 1 if one is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { errors } from '../src/contract/errors.ts';
import { endpoints } from '../src/contract/index.ts';
import { openApiDocument } from '../src/contract/openapi/openapi.ts';
import { withSettingsTable } from './docs/settings-table.ts';
import { typeText } from './docs/type-text.ts';

const WHO = { public: 'anybody', user: 'logged in', admin: 'ADMIN' } as const;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const responseText = ({ status, fileType, response }: Endpoint): string =>
  status === 204 ? '' : ` \`${fileType ?? typeText(response, 'output')}\``;

function entryText(entry: Endpoint): string {
  const lines = [
    `### ${entry.method} ${entry.path}`,
    '',
    entry.summary,
    '',
    `- operation: \`${entry.operationId}\``,
    `- who: ${WHO[entry.access]}`,
    ...(entry.query ? [`- query: \`${typeText(entry.query, 'input')}\``] : []),
    ...(entry.body ? [`- body: \`${typeText(entry.body, 'input')}\``] : []),
    `- response: ${entry.status}${responseText(entry)}`,
    ...(entry.errors.length ? [`- errors: ${entry.errors.map((code) => `\`${code}\``).join(', ')}`] : []),
  ];
  return lines.join('\n');
}

const groupOf = (entry: Endpoint): string => entry.path.split('/')[1] ?? '';

interface Described {
  readonly name?: string;
  readonly in?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
}

/** A row for each field and parameter with a description, however deep. */
function* fieldRows(part: object): Generator<string> {
  const { name, in: place, description, properties = {} } = part as Described;
  const parameter = place ? [[name, { description }] as const] : [];
  for (const [field, own] of [...Object.entries(properties), ...parameter])
    if (own.description) yield row([`\`${field}\``, escaped(own.description)]);
  for (const inner of Object.values(part))
    if (typeof inner === 'object' && inner !== null) yield* fieldRows(inner);
}

function page(): string {
  const groups = Map.groupBy(endpoints as readonly Endpoint[], groupOf);
  const sections = [...groups].map(([group, list]) => `## /${group}\n\n${list.map(entryText).join('\n\n')}`);
  const refusals = Object.entries(errors).map(([code, { status, text }]) =>
    row([`\`${code}\``, String(status), escaped(text)]),
  );
  const fields = [...new Set(fieldRows(openApiDocument()))].sort();
  return `# The API

Generated from \`src/contract/\` by \`npm run docs\`; do not edit. Base path \`/api\`, JSON, \`Authorization: Bearer <token>\`.
Times are the salon's local time, \`YYYY-MM-DD HH:mm:ss\`. Every endpoint may also return \`bad_input\` (with \`fields\`),
\`too_many_requests\`, \`server_error\` and \`database_away\`; with an invalid token \`login_required\`; for the owner only: \`not_allowed\`.
The same as OpenAPI 3.1 for generated clients: [openapi.json](openapi.json), which every salon serves as
\`GET /api/openapi.json\`; [how to write a client](../docs/how-to/write-a-client.md).

${sections.join('\n\n')}

## Fields

Units, formats and what \`null\` means, for fields whose name does not say it.

${row(['field', 'is'])}
${row(['---', '---'])}
${fields.join('\n')}

## Errors

Every error is \`{ "error": "<Serbian text>", "code": "<word>" }\`, and \`fields: { name: text }\` where a form field is invalid.

${row(['code', 'status', 'text'])}
${row(['---', '---', '---'])}
${refusals.join('\n')}
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
