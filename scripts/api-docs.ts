// Writes docs/api.md, docs/openapi.json and the tables of settings and of messages in docs/spec/behaviour.md. With `--check` it writes
// nothing and exits with code 1 if one of them is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { errors } from '../src/contract/errors.ts';
import { endpoints } from '../src/contract/index.ts';
import { openApiDocument } from '../src/contract/openapi/openapi.ts';
import { rolesWith } from '../src/domain/accounts/roles.ts';
import { CLIENT_NOTIFICATION_TYPES } from '../src/domain/notifications.ts';
import { isPushedToOwner } from '../src/domain/push/messages.ts';
import { SETTING_DESCRIPTIONS, SETTING_NAMES, type Setting, settingNamed } from '../src/domain/settings.ts';
import { SMS_KINDS } from '../src/domain/told/short-messages.ts';
import { ADMIN_NOTIFICATION_TYPES } from '../src/domain/wording/notifications.ts';
import { MAIL_KINDS } from '../src/server/mail/channel.ts';
import { isMailed, OWNER_MAIL_TYPES } from '../src/server/mail/mail.ts';

const whoMay = (roles: readonly string[]): string =>
  roles.includes('VISITOR')
    ? 'anybody'
    : roles.includes('CLIENT')
      ? 'logged in'
      : roles.toReversed().join(', ');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

interface Shape {
  type?: string | string[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: unknown;
}

function shapeText(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.anyOf) return [...new Set(shape.anyOf.map(shapeText))].join(' | ');
  if (shape.type === 'array') return `[${shape.items ? shapeText(shape.items) : 'any'}]`;
  if (shape.properties) {
    const required = new Set(shape.required);
    const fields = Object.entries(shape.properties).map(
      ([name, field]) => `${name}${required.has(name) ? '' : '?'}: ${shapeText(field)}`,
    );
    return `{ ${fields.join(', ')} }`;
  }
  return shape.type === undefined ? 'any' : [shape.type].flat().join(' | ');
}

/** Returns a schema as one readable line: `{ name: string, price?: number }`. */
const typeText = (schema: z.ZodType, io: 'input' | 'output'): string =>
  shapeText(z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: z.registry() }) as Shape);

const responseText = ({ status, fileType, response }: Endpoint): string =>
  status === 204 ? '' : ` \`${fileType ?? typeText(response, 'output')}\``;

function entryText(entry: Endpoint): string {
  const lines = [
    `### ${entry.method} ${entry.path}`,
    '',
    entry.summary,
    '',
    `- operation: \`${entry.operationId}\``,
    `- who: ${whoMay(rolesWith(entry.access))}`,
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

/** Yields a table row for each field and parameter that has a description, including nested ones. */
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
\`too_many_requests\`, \`server_error\` and \`database_away\`; with an invalid token \`login_required\`; for the owner only: \`not_allowed\`;
with an id in the path: \`not_found\`; of a change: \`conflict\`.
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

const TABLE_START = '<!-- settings: written by npm run docs -->';
const TABLE_END = '<!-- end of settings -->';

function valuesOf(setting: Setting): string {
  switch (setting.kind) {
    case 'number':
      return `${setting.min}-${setting.max}`;
    case 'text':
    case 'message':
      return `≤ ${setting.max} characters`;
    case 'flag':
      return '0, 1';
    case 'list':
      return `a list of ${setting.choices.map((choice) => `\`${choice}\``).join(', ')}`;
    case 'choice':
      return setting.choices.map((choice) => `\`${choice}\``).join(', ');
    case 'clock':
      return '`HH:mm` or empty';
  }
}

function settingRow(name: (typeof SETTING_NAMES)[number]): string {
  const setting = settingNamed(name);
  const { kind, default: usual, firstValue, isPublic } = setting;
  const isText = kind === 'text' || kind === 'message';
  const shown = isText && usual.length > 20 ? 'a sentence' : String(usual) || 'empty';
  const first = firstValue ? `\`${firstValue.variable}\`` : '';
  const cells = [
    `\`${name}\``,
    valuesOf(setting),
    shown,
    first,
    isPublic ? 'yes' : '',
    SETTING_DESCRIPTIONS[name],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Replaces the table of settings, which is between two markers in the document. */
function withSettingsTable(text: string): string {
  const [before, rest = ''] = text.split(TABLE_START);
  const table = [
    '| name | values | default | first value | in `GET /salon` under this name | meaning |',
    '|---|---|---|---|---|---|',
    ...SETTING_NAMES.map(settingRow),
  ];
  return `${before}${TABLE_START}\n\n${table.join('\n')}\n\n${TABLE_END}${rest.slice(rest.indexOf(TABLE_END) + TABLE_END.length)}`;
}

const TOLD_START = '<!-- told: written by npm run docs -->';
const TOLD_END = '<!-- end of told -->';

const tick = (isOn: boolean): string => (isOn ? 'yes' : '');
const ownerMails: readonly string[] = Object.values(OWNER_MAIL_TYPES);

/** The table of events, who is told and by which channels, as the code has them. */
function withToldTable(text: string): string {
  const clients = CLIENT_NOTIFICATION_TYPES.map((type) =>
    row([type, 'client', 'yes', 'yes', tick(isMailed(type)), '']),
  );
  const mails = MAIL_KINDS.filter((kind) => /_(GUEST|OWN|24H)$/.test(kind)).map((kind) =>
    row([
      kind,
      kind.endsWith('_GUEST') ? 'guest with an address' : 'client',
      '',
      tick(kind === 'REMINDER_24H'),
      'yes',
      '',
    ]),
  );
  const messages = SMS_KINDS.map((kind) =>
    row([kind, 'whom neither push nor mail reaches', '', '', '', 'yes']),
  );
  const salon = ADMIN_NOTIFICATION_TYPES.map((type) =>
    row([type, 'owner, technician', 'yes', tick(isPushedToOwner(type)), tick(ownerMails.includes(type)), '']),
  );
  const [before, rest = ''] = text.split(TOLD_START);
  const table = [
    row(['event', 'who', 'app', 'push', 'mail', 'SMS']),
    '|---|---|---|---|---|---|',
    ...clients,
    ...mails,
    ...messages,
    ...salon,
  ];
  return `${before}${TOLD_START}\n\n${table.join('\n')}\n\n${TOLD_END}${rest.slice(rest.indexOf(TOLD_END) + TOLD_END.length)}`;
}

const root = join(import.meta.dirname, '..');
const written: Readonly<Record<string, string>> = {
  'docs/api.md': page(),
  'docs/spec/behaviour.md': withToldTable(
    withSettingsTable(readFileSync(join(root, 'docs/spec/behaviour.md'), 'utf8')),
  ),
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
