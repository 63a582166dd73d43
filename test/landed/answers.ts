// The answers of all reading endpoints to everybody in a landed salon: recorded by its release, compared after an upgrade.
import { dateOf, type WallTime } from '../../src/domain/wall-clock.ts';
import type { ReadMail } from '../support/read-mail.ts';
import type { Asked } from './requests.ts';
import type { Held } from './visit.ts';

export interface Answer {
  readonly status: number;
  /** JSON, or a text; null: no body. */
  readonly body: unknown;
}
export type Ask = (line: string, asked: Asked) => Promise<Answer>;

/** The answers by who asks and by request: `GET /path`, or `POST /path` followed by its body. */
export type Answers = Readonly<Record<string, Readonly<Record<string, Answer>>>>;

/** The salon's address in links, when the answers are recorded and compared. */
export const PUBLIC_URL = 'https://salon.primer.rs';

export type Mail = Pick<ReadMail, 'to' | 'subject' | 'text' | 'calendar'>;

/** What a release answered, and which waiting mails it sent a minute later. */
export interface Recording {
  readonly answers: Answers;
  readonly mails: readonly Mail[];
}

type Asker = 'owner' | 'technician' | 'client' | 'visitor' | 'link' | 'feed';

interface Known {
  readonly today: string;
  /** Three years with all appointments. */
  readonly years: readonly string[];
  readonly appointments: readonly unknown[];
  readonly clients: readonly unknown[];
}

const ALL_YEARS = ({ years }: Known) => `from=${years[0]}-01-01&to=${years.at(-1)}-12-31`;
const BY_YEAR = ({ years }: Known) => years.map((year) => `from=${year}-01-01&to=${year}-12-31`);
const alone = () => [''];
const inAllYears = (known: Known) => [`?${ALL_YEARS(known)}`, `?${ALL_YEARS(known)}&technician_id=1`];
const inYears = (known: Known) => BY_YEAR(known).map((period) => `?${period}`);
const ofEachAppointment = ({ appointments }: Known) => appointments.map((id) => `${id}`);
const nextDays = ({ today }: Known) => [`?from=${today}&to=${daysAfter(today, 30)}`];
const emptyBody = ({ today }: Known) => JSON.stringify({ date_from: today, date_to: daysAfter(today, 300) });
const weeks = ({ today }: Known) => JSON.stringify({ from: daysAfter(today, 70), weeks: 4 });
const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

type Reading = readonly [by: readonly Asker[], queries: (known: Known) => readonly string[]];

/** Who asks what of each endpoint. A query replaces `*`, or follows the path. */
export const READINGS: Readonly<Record<string, Reading>> = {
  'GET /appointments': [['visitor'], nextDays],
  'GET /appointments/closed': [['visitor'], nextDays],
  'GET /appointments/empty-days': [['visitor'], nextDays],
  'GET /appointments/upcoming': [['owner', 'technician', 'client'], alone],
  'GET /appointments/past': [['owner', 'technician', 'client'], () => ['?limit=200']],
  'GET /appointments/list': [
    ['owner', 'technician'],
    (known) => [...inAllYears(known), `?${ALL_YEARS(known)}&phone=064`],
  ],
  'GET /appointments/next': [['owner', 'technician'], () => ['', '?technician_id=1']],
  'GET /appointments/to-call': [['owner', 'technician'], alone],
  'GET /appointments/{id}': [['owner', 'technician', 'client'], ofEachAppointment],
  'GET /appointments/{id}/history': [['owner', 'technician'], ofEachAppointment],
  'GET /appointments/{id}/next': [['owner', 'technician', 'client'], ofEachAppointment],
  'GET /appointments/{id}/calendar': [['owner', 'technician', 'client'], ofEachAppointment],
  'POST /guest-link/view': [['link'], alone],
  'POST /guest-link/calendar': [['link'], alone],
  'GET /client-notifications/free-slot': [['client'], alone],
  'GET /waitlist': [['owner', 'technician'], inAllYears],
  'GET /services': [['visitor'], alone],
  'GET /technicians': [['visitor', 'owner', 'technician'], alone],
  'GET /auth/me': [['owner', 'technician', 'client'], alone],
  'GET /auth/me/export': [['technician', 'client'], alone],
  'GET /client-notifications': [['client'], () => ['?limit=100']],
  'GET /client-notifications/unread-count': [['client'], alone],
  'GET /analytics/calendar': [['owner', 'technician'], inYears],
  'POST /appointments/series/preview': [['owner'], (known) => [seriesFrom(known)]],
  'GET /clients/due': [['owner'], () => ['', '?hidden=1']],
  'GET /clients/due/results': [['owner'], alone],
  'GET /users': [['owner', 'technician'], () => ['', '?q=p', '?recent=1']],
  'GET /users/clients': [['owner'], () => ['', '?q=064']],
  'GET /users/{id}': [['owner'], ({ clients }) => clients.map((id) => `${id}`)],
  'GET /templates': [['owner', 'technician'], alone],
  'POST /templates/preview-range': [['owner'], (known) => [weeks(known)]],
  'GET /annual/upcoming': [['owner', 'technician', 'client'], () => ['?days=366']],
  'GET /annual/mine': [['owner', 'technician'], alone],
  'POST /annual/preview': [['owner'], (known) => [emptyBody(known)]],
  'GET /notifications': [['owner', 'technician'], alone],
  'GET /notifications/unread-count': [['owner', 'technician'], () => ['', '?groupBy=type']],
  'GET /analytics/appointments-per-day': [['owner'], inAllYears],
  'GET /analytics/revenue-by-service': [['owner'], inAllYears],
  'GET /analytics/top-services': [['owner'], inAllYears],
  'GET /analytics/top-clients': [['owner'], (known) => [`?${ALL_YEARS(known)}&limit=100`]],
  'GET /analytics/utilization': [['owner'], inAllYears],
  'GET /analytics/revenue-per-day': [['owner'], inAllYears],
  'GET /analytics/totals': [['owner'], (known) => [...inAllYears(known), ...inYears(known)]],
  'GET /analytics/technicians': [['owner'], (known) => [`?${ALL_YEARS(known)}`]],
  'GET /analytics/retention': [['owner'], (known) => [`?${ALL_YEARS(known)}`, ...inYears(known)]],
  'GET /analytics/empty-hours': [['owner'], alone],
  'GET /payments': [['owner'], (known) => [`?${ALL_YEARS(known)}`]],
  'GET /analytics/charged': [['owner'], inAllYears],
  'GET /cash': [['owner'], inYears],
  'GET /cash/{date}': [['owner'], ({ today }) => [-2, -1, 0].map((days) => daysAfter(today, days))],
  'GET /settings': [['owner'], alone],
  'GET /calendar-feed': [['owner', 'technician'], () => ['', '?technician_id=1']],
  'GET /calendar-feed/{secret}': [['feed'], alone],
  'GET /salon': [['visitor'], alone],
};

/** Reading endpoints whose answers say nothing about the salon's data, or differ with each server. */
export const NOT_COMPARED: readonly string[] = [
  'GET /calendar-files/{sealed}', // no address was sealed before
  'GET /analytics/shares',
  'GET /appointments/deleted',
  'GET /appointments/round',
  'GET /delay',
  'GET /delay/preview',
  'GET /sms',
  'GET /appointments/{id}/free',
  'GET /auth/me/holdings',
  'GET /backups',
  'GET /backups/file',
  'GET /backups/restored',
  'GET /events',
  'GET /health',
  'GET /holdings',
  'GET /openapi.json',
  'GET /people',
  'GET /people/{id}',
  'GET /phone-marks',
  'GET /plans',
  'GET /pictures/{id}/file',
  'GET /push/key',
  'GET /ready',
  'GET /shares/payouts',
  'GET /work-fields',
  'GET /works',
  'GET /works/{id}/file',
];

const seriesFrom = ({ today }: Known) =>
  JSON.stringify({
    start_datetime: `${daysAfter(today, 71)} 10:00:00`,
    duration_minutes: 60,
    guest_name: 'Probna',
    guest_phone: '064 799 0001',
    every_weeks: 1,
    count: 3,
  });

const lineOf = (name: string, query: string): string => {
  if (/\{(id|date)\}/.test(name)) return name.replace(/\{(id|date)\}/, query);
  return query.startsWith('{') ? `${name} ${query}` : `${name}${query}`;
};

type Tokens = Readonly<Record<string, string>>;
interface Secrets {
  readonly clients: Tokens;
  readonly technicians: Tokens;
  readonly links: Tokens;
  readonly feeds: Tokens;
}

/** Everybody who asks, by name, with their secrets. */
function secretsOf({ client, guest, told }: Held): Secrets {
  const tokensOf = (people: Readonly<Record<string, { readonly token: string }>> = {}) =>
    Object.fromEntries(Object.entries(people).map(([name, { token }]) => [name, token]));
  return {
    clients: { 'Milica Đorđević': client.token, ...tokensOf(told?.clients) },
    technicians: tokensOf(told?.technicians),
    links: { Gošća: guest.token, ...told?.links },
    feeds: told?.feeds ?? {},
  };
}

/** Returns how an asker sends a line: its secrets are not part of the line. */
function askedBy(secrets: Secrets, owner: string, who: string): (line: string) => [string, Asked] {
  const { clients, technicians, links, feeds } = secrets;
  const [kind, name = ''] = who.split(/: (.*)/);
  const token = { owner, client: clients[name], technician: technicians[name] }[kind ?? ''];
  return (line) => {
    const [method = '', path = '', ...body] = line.split(' ');
    if (kind === 'feed') return [`${method} ${path.replace('{secret}', feeds[name] ?? '')}`, {}];
    if (kind === 'link') return [line, { body: { token: links[name] } }];
    const json = body.length > 0 ? { body: JSON.parse(body.join(' ')) } : {};
    return [`${method} ${path}`, { ...(token && { token }), ...json }];
  };
}

const ownersToken = async (ask: Ask, { admin }: Held): Promise<string> =>
  String(((await ask('POST /auth/login', { body: admin })).body as { token?: unknown }).token);

/** Asks everybody's questions of a salon and returns the answers. */
export async function answersOf(ask: Ask, held: Held): Promise<Answers> {
  const owner = await ownersToken(ask, held);
  const { clients, technicians, links, feeds } = secretsOf(held);
  const ids = async (line: string, token = owner) =>
    ((await ask(line, { token })).body as { id: unknown }[]).map(({ id }) => id);
  const today = dateOf(held.wall as WallTime);
  const years = [-2, -1, 0, 1].map((more) => String(Number(today.slice(0, 4)) + more));
  const known: Known = {
    today,
    years,
    appointments: await ids(`GET /appointments/list?from=${years[0]}-01-01&to=${years.at(-1)}-12-31`),
    clients: await ids('GET /users/clients'),
  };
  const lines: Record<string, string[]> = {};
  const add = (who: string, asker: Asker, about: Known) => {
    const ofAsker = Object.entries(READINGS).filter(([, [by]]) => by.includes(asker));
    lines[who] = ofAsker.flatMap(([name, [, queries]]) => queries(about).map((query) => lineOf(name, query)));
  };
  add('owner', 'owner', known);
  add('visitor', 'visitor', known);
  for (const [name, token] of Object.entries(clients)) {
    if ((await ask('GET /auth/me', { token })).status !== 200) continue; // erased
    const own = [
      ...(await ids('GET /appointments/upcoming', token)),
      ...(await ids('GET /appointments/past', token)),
    ];
    add(`client: ${name}`, 'client', { ...known, appointments: own });
  }
  for (const [name, token] of Object.entries(technicians)) {
    const own = await ids(`GET /appointments/list${inAllYears(known)[0]}`, token);
    add(`technician: ${name}`, 'technician', { ...known, appointments: own });
  }
  for (const name of Object.keys(links)) add(`link: ${name}`, 'link', known);
  for (const name of Object.keys(feeds)) add(`feed: ${name}`, 'feed', known);
  return answersTo(ask, held, lines, owner);
}

/** Asks the recorded questions again. */
export async function answersAgain(ask: Ask, held: Held, recorded: Answers): Promise<Answers> {
  const lines = Object.entries(recorded).map(([who, answers]) => [who, Object.keys(answers)] as const);
  return answersTo(ask, held, Object.fromEntries(lines), await ownersToken(ask, held));
}

async function answersTo(
  ask: Ask,
  held: Held,
  lines: Readonly<Record<string, readonly string[]>>,
  owner: string,
): Promise<Answers> {
  const all: Record<string, Record<string, Answer>> = {};
  for (const who of Object.keys(lines).sort()) {
    const sent = askedBy(secretsOf(held), owner, who);
    const answers: Record<string, Answer> = {};
    for (const line of [...(lines[who] ?? [])].sort()) {
      const { status, body } = await ask(...sent(line));
      answers[line] = { status, body: sorted(body) };
    }
    all[who] = answers;
  }
  return all;
}

/** The body of an answer: JSON, or a text. */
export function bodyOf(text: string, type: string | null | undefined): unknown {
  if (text === '') return null;
  return type?.startsWith('application/json') ? JSON.parse(text) : text;
}

const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g;

const linesOf = (text: string): string[] =>
  text
    .replace(/\r\n[ \t]/g, '')
    .replace(TOKEN, '<token>')
    .split('\r\n')
    .filter((line) => !line.startsWith('LAST-MODIFIED')); // earlier releases have none

/** The same value with the keys of its objects in alphabetical order, calendar files as lines, and without tokens. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === 'string')
    return value.includes('\r\n') ? linesOf(value) : value.replace(TOKEN, '<token>');
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** Mails in a fixed order, without tokens of links and the time of sending. */
export const comparable = (mails: readonly ReadMail[]): Mail[] =>
  mails
    .map(({ to, subject, text, calendar }) => ({
      to,
      subject,
      text: text.replace(TOKEN, '<token>'),
      calendar: calendar
        .filter((line) => !line.startsWith('DTSTAMP'))
        .map((line) => line.replace(TOKEN, '<token>')),
    }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

export interface Difference {
  readonly who: string;
  readonly line: string;
  /** Where in the body: `[id 5].deposit.state`; `status` for the status. */
  readonly at: string;
  /** undefined: not there. */
  readonly before: unknown;
  readonly after: unknown;
}

/** All differences between two recordings of the same questions. Rows of a list are found by their id. */
export function differencesOf(before: Answers, after: Answers): Difference[] {
  return Object.entries(before).flatMap(([who, answers]) =>
    Object.entries(answers).flatMap(([line, answer]) => {
      const other = after[who]?.[line];
      const found: Omit<Difference, 'who' | 'line'>[] = [];
      compare(answer.status, other?.status, 'status', found);
      if (answer.status === other?.status) compare(answer.body, other.body, '', found);
      return found.map((difference) => ({ who, line, ...difference }));
    }),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The elements of a list by their id, or by their place. */
function byId(list: readonly unknown[]): Record<string, unknown> {
  const hasIds = list.every((element) => isObject(element) && 'id' in element);
  return Object.fromEntries(
    list.map((element, n) => [
      hasIds ? `[id ${(element as Record<string, unknown>).id}]` : `[${n}]`,
      element,
    ]),
  );
}

function compare(
  before: unknown,
  after: unknown,
  at: string,
  found: Omit<Difference, 'who' | 'line'>[],
): void {
  if (Array.isArray(before) && Array.isArray(after)) {
    compare(byId(before), byId(after), at, found);
    return;
  }
  if (!isObject(before) || !isObject(after)) {
    if (before !== after) found.push({ at, before, after });
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const place = key.startsWith('[') || at === '' ? `${at}${key}` : `${at}.${key}`;
    compare(before[key], after[key], place, found);
  }
}
