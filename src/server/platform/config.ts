import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { email } from '#contract/schemas.ts';
import {
  SETTING_NAMES,
  type SETTINGS,
  type Settings,
  type SettingsWith,
  settingNamed,
} from '#domain/settings.ts';

/** The server's settings from environment variables, read once at startup. docs/spec/behaviour.md §1.1 */
export interface Config {
  /** The port to listen on. PORT=0 is replaced by the assigned port when the server listens. */
  port: number;
  readonly host: string;
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  readonly admin: { readonly email: string; readonly password: string | undefined; readonly name: string };
  readonly timeZone: string;
  /** Initial values of the owner's settings. Each is used until the owner saves that setting. */
  readonly firstSettings: Partial<Settings>;
  readonly rateLimit: boolean;
  /** `from`: the sender of mails; by default the admin's address with the salon's name. */
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string | undefined };
  /** The owner's gateway for SMS; undefined: none. */
  readonly smsGateway:
    | { readonly url: string; readonly secret: string; readonly kind: 'json' | 'android' }
    | undefined;
  /** Hosts of push services besides the known ones; `*.example.org` stands for all subdomains. */
  readonly pushHosts: readonly string[];
  readonly publicUrl: string | undefined;
  readonly trustProxy: boolean | string[];
  /** The time from the stop signal until the server refuses new requests. */
  readonly stopDelayMs: number;
  readonly logLevel: string;
  /** All other environment variables. PostgreSQL's programs need some: PATH, HOME, PGSSLMODE … */
  readonly environment: Environment;
}
export type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false; // Intl throws for an unknown time zone
  }
};

const WEB = ['https:', 'http:'];

const isUrlOf = (protocols: readonly string[], text: string): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

const urlOf = (protocols: readonly string[], what: string) =>
  z.string().refine((text) => isUrlOf(protocols, text), `must be ${what}`);

const textUpTo = (max: number) => z.string().max(max, `must have at most ${max} characters`);

const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

const wholeNumber = (min: number, max: number, what: string) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be ${what} from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be ${what} from ${min} to ${max}`);

const isAddressOrRange = (text: string): boolean => {
  const [address = '', bits, more] = text.trim().split('/');
  const version = isIP(address);
  const isRange = /^\d{1,3}$/.test(bits ?? '0') && Number(bits) <= (version === 4 ? 32 : 128);
  return version !== 0 && more === undefined && (bits === undefined || isRange);
};

const HOST = /^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;
const hostsIn = (text: string): string[] => text.split(',').map((host) => host.trim().toLowerCase());

const isFromAddress = (text: string): boolean => {
  const { address } = nameAndAddress(text);
  return address !== '' && email.safeParse(address).success;
};

const FROM_ENVIRONMENT = SETTING_NAMES.flatMap((name) => {
  const setting = settingNamed(name);
  return setting.firstValue ? [{ name, setting, ...setting.firstValue }] : [];
});

const firstPhone = z
  .string()
  .regex(/^([0-9 +\-/()]{3,30})?$/, 'must be a phone number: digits, spaces and + - / ( )');
const firstUrl = z
  .string()
  .refine((text) => text === '' || isUrlOf(WEB, text), 'must be a web address that begins with https://');

function firstValueShape({ name, setting, max }: (typeof FROM_ENVIRONMENT)[number]): z.ZodType {
  const unit = name.slice(name.lastIndexOf('_') + 1);
  switch (setting.kind) {
    case 'flag':
      return onOff.transform((isOn) => (isOn ? 1 : 0));
    case 'number':
      return wholeNumber(setting.min, max ?? setting.max, `a whole number of ${unit}`);
    case 'text':
      if (setting.format === 'phone') return firstPhone;
      return setting.format === 'url' ? firstUrl : textUpTo(max ?? setting.max);
    default:
      throw new Error(`${name} cannot have a first value.`);
  }
}

type FirstVariable = (typeof SETTINGS)[SettingsWith<{ firstValue: object }>]['firstValue']['variable'];
const firstValues = Object.fromEntries(
  FROM_ENVIRONMENT.map((first) => [first.variable, firstValueShape(first).optional()]),
) as Record<FirstVariable, z.ZodOptional<z.ZodType>>;

/** Variables for which an empty value means that no text is shown. Other variables count as unset if they are empty. */
const MAY_BE_EMPTY = new Set(
  FROM_ENVIRONMENT.filter(({ setting }) => setting.kind === 'text' && setting.default === '').map(
    ({ variable }) => variable,
  ),
);

const settings = z.object({
  PORT: wholeNumber(0, 65_535, 'a whole number').default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: urlOf(
    ['postgres:', 'postgresql:'],
    'the address of a PostgreSQL server: postgres://user@host/database',
  ).optional(),
  DATA_DIR: z.string().default('./data'),
  ADMIN_EMAIL: z
    .email('must be an email address')
    .max(254, 'must have at most 254 characters')
    .default('admin@salon.local'),
  ADMIN_PASSWORD: textUpTo(200).min(6, 'must have at least 6 characters').optional(),
  ADMIN_NAME: textUpTo(100).default('Admin'),
  ...firstValues,
  SALON_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Europe/Belgrade')
    .default('Europe/Belgrade'),
  RATE_LIMIT: onOff.default(true),
  SMTP_URL: urlOf(
    ['smtp:', 'smtps:'],
    'the address of a mail server: smtp://user:password@host:port',
  ).optional(),
  MAIL_FROM: textUpTo(254)
    .refine(isFromAddress, 'must be an email address, alone or as in: Salon <salon@example.com>')
    .optional(),
  SMS_URL: urlOf(WEB, 'the address of an SMS gateway: http://192.168.1.20:8080').optional(),
  SMS_SECRET: z.string().optional(),
  SMS_KIND: z.enum(['json', 'android'], 'must be json or android').default('json'),
  PUSH_HOSTS: z
    .string()
    .refine(
      (text) => hostsIn(text).every((host) => HOST.test(host)),
      'must be a list of host names such as push.example.org, *.example.org',
    )
    .optional(),
  PUBLIC_URL: urlOf(WEB, 'the address under which clients reach the salon').optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => text === 'true' || text.split(',').every(isAddressOrRange),
      'must be a list of proxy addresses or ranges, or true',
    )
    .optional(),
  STOP_DELAY_SECONDS: wholeNumber(0, 60, 'a whole number of seconds').default(0),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

function setIn(env: Environment): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(settings.shape)) {
    const value = env[name]?.trim();
    if (value) values[name] = name === 'ADMIN_PASSWORD' ? (env[name] ?? value) : value;
    else if (value === '' && MAY_BE_EMPTY.has(name)) values[name] = '';
  }
  return values;
}

const CONTROL_CHARACTER = /\p{Cc}/u;

/** An invalid setting: a startup error, printed as one line, exit code 1. */
export class BadSetting extends Error {
  override name = 'BadSetting';
}

const proxies = (text: string | undefined): boolean | string[] => {
  if (text === undefined) return false;
  return text === 'true' ? true : text.split(',').map((part) => part.trim());
};

const firstSettingsOf = (read: Readonly<Record<string, unknown>>): Partial<Settings> =>
  Object.fromEntries(
    FROM_ENVIRONMENT.flatMap(({ name, variable }) =>
      read[variable] === undefined ? [] : [[name, read[variable]]],
    ),
  );

function gatewayOf({ SMS_URL, SMS_SECRET, SMS_KIND: kind }: z.output<typeof settings>): Config['smsGateway'] {
  if (SMS_URL === undefined) return undefined;
  if (SMS_SECRET === undefined) throw new BadSetting('Setting SMS_URL must be set together with SMS_SECRET.');
  return { url: SMS_URL.replace(/\/+$/, ''), secret: SMS_SECRET, kind };
}

/** Reads the settings. The environment overrides `defaults`. Throws BadSetting for the first invalid setting. */
export function readConfig(
  env: Environment,
  defaults: Partial<Record<keyof typeof settings.shape, string>> = {},
): Config {
  const values = { ...defaults, ...setIn(env) };
  const broken = Object.entries(values).find(([, value]) => CONTROL_CHARACTER.test(value));
  if (broken) throw new BadSetting(`Setting ${broken[0]} must be one line without control characters.`);
  const read = settings.safeParse(values, { jitless: true }); // jitless, because compiling the schema takes longer than interpreting it once
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new BadSetting(`Setting ${String(issue?.path[0])} ${issue?.message}.`);
  }
  const s = read.data;
  return {
    port: s.PORT,
    host: s.HOST,
    databaseUrl: s.DATABASE_URL,
    dataDirectory: s.DATA_DIR,
    admin: { email: s.ADMIN_EMAIL, password: s.ADMIN_PASSWORD, name: s.ADMIN_NAME },
    timeZone: s.SALON_TIME_ZONE,
    firstSettings: firstSettingsOf(s),
    rateLimit: s.RATE_LIMIT,
    mail: { smtpUrl: s.SMTP_URL, from: s.MAIL_FROM },
    smsGateway: gatewayOf(s),
    pushHosts: s.PUSH_HOSTS === undefined ? [] : hostsIn(s.PUSH_HOSTS),
    publicUrl: s.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: proxies(s.TRUST_PROXY),
    stopDelayMs: s.STOP_DELAY_SECONDS * 1000,
    logLevel: s.LOG_LEVEL,
    environment: Object.fromEntries(Object.entries(env).filter(([name]) => !(name in settings.shape))),
  };
}

const NAME_AND_ADDRESS = /^(.*)<([^<>]*)>\s*$/;

/** Splits 'Salon <salon@primer.rs>'; a text without <…> is an address. */
function nameAndAddress(text: string): { name: string | undefined; address: string } {
  const [, name, address = text] = NAME_AND_ADDRESS.exec(text) ?? [];
  return { name: name?.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

const HASH_CHARACTERS = 12;

/** The sender of mails: MAIL_FROM, else the address of `admin`. The default name is the salon's. */
export function sender({ mail, admin }: Config, salonName: string): { name: string; address: string } {
  const { name = salonName, address } = nameAndAddress(mail.from ?? admin.email);
  return { name, address };
}

/** Makes a globally unique id, because a calendar may have entries of two salons: '<name>.<hash of this salon>@lunula'. */
export function worldwideId(name: string, config: Config): string {
  const salon = hash('sha256', sender(config, '').address).slice(0, HASH_CHARACTERS);
  return `${name}.${salon}@lunula`;
}

/** The base URL of links in mails: PUBLIC_URL, else the address on which the server listens. docs/spec/behaviour.md §1.1 */
export const pagesAddress = ({ publicUrl, host, port }: Config) => publicUrl ?? `http://${host}:${port}`;
