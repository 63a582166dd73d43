import { hostname } from 'node:os';
import type { FirstLogin } from './accounts/admin-account.ts';
import { BadSetting, type Config } from './platform/config.ts';
import { violationOf } from './platform/db/errors.ts';
import { CannotMigrate } from './platform/db/migrate.ts';
import { CannotOpen, type Engine } from './platform/db/open.ts';

const boxed = (lines: readonly string[]): string => {
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '─'.repeat(width + 2);
  return `\n┌${edge}┐\n${lines.map((line) => `│ ${line.padEnd(width)} │`).join('\n')}\n└${edge}┘\n\n`;
};

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Whether SMS go out; names neither the address nor the secret. */
function smsLine({ smsGateway: gateway }: Config, isOn: boolean): string {
  if (gateway === undefined) return 'off (SMS_URL is not set)';
  return isOn ? `on (${gateway.kind})` : `connected (${gateway.kind}), but switched off in the settings`;
}

export function startupMessage(start: {
  address: string;
  config: Config;
  engine: Engine;
  salonName: string;
  firstLogin: FirstLogin;
  isSmsOn: boolean;
}): string {
  const { address, config, engine, firstLogin } = start;
  const url = isEverywhere(config.host) ? address.replace(/\/\/[^/]+:/, `//${hostname()}:`) : address;
  const password = firstLogin.generatedPassword
    ? `${firstLogin.generatedPassword}   (generated, shown only now)`
    : firstLogin.isNew
      ? 'as set in ADMIN_PASSWORD'
      : 'as before (forgotten? npm run admin:password)';
  return boxed([
    `${start.salonName} is open.`,
    '',
    `Address:   ${url}`,
    `Email:     ${firstLogin.email}`,
    `Password:  ${password}`,
    `Database:  ${engine === 'sqlite' ? `SQLite in ${config.dataDirectory}` : 'PostgreSQL'}`,
    `SMS:       ${smsLine(config, start.isSmsOn)}`,
    '',
    ...(firstLogin.isNew
      ? [`Next: log in at ${url}/login, add services, make a weekly template, generate weeks.`]
      : ['Stop with Ctrl+C.']),
  ]);
}

const WORDED = [BadSetting, CannotOpen, CannotMigrate];

/** PostgreSQL's error code insufficient_privilege. */
const POSTGRES_REFUSES = '42501';

function lineFor(error: unknown): string | undefined {
  if (WORDED.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string };
  if (String(code).startsWith('ERR_PARSE_ARGS')) return message;
  if (code === POSTGRES_REFUSES) return `PostgreSQL refuses DATABASE_URL: ${message}.`;
  if (errcode !== undefined) return `The database in DATA_DIR cannot be used: ${message}.`;
  if (violationOf(error) === 'unavailable')
    return 'The database cannot be reached. Check DATABASE_URL, and that PostgreSQL is running.';
  return undefined;
}

/** Prints a startup error as one clear line and a crash with its stack trace. Exits with code 1. */
export function exitWithMessage(error: unknown): never {
  process.stderr.write(`${lineFor(error) ?? String((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
