// SMS: when they go out, and their text. docs/spec/behaviour.md §29.8
import { type Sentence, t } from '../language/translate.ts';
import { addDays, clockOf, dateOf, minutesBetween, type WallTime, wallTimeOn } from '../wall-clock.ts';
import { atMoment } from '../wording/dates.ts';
import type { CallReason } from './calls.ts';

const QUIET_FROM = '20:00';
const QUIET_UNTIL = '09:00';
const LAST_REMINDER = '19:30';
const URGENT_MINUTES = 14 * 60;
const TTL_MAX_SECONDS = 1800;

const isEvening = (at: WallTime): boolean => at >= wallTimeOn(dateOf(at), QUIET_FROM);
const isEarly = (at: WallTime): boolean => at < wallTimeOn(dateOf(at), QUIET_UNTIL);
const isQuiet = (at: WallTime): boolean => isEvening(at) || isEarly(at);

/** True if the SMS does not wait for the morning, because it concerns a start within 14 hours of its queueing. */
const isUrgent = (queuedAt: WallTime, start: WallTime): boolean =>
  minutesBetween(queuedAt, start) <= URGENT_MINUTES;

/** When an SMS that is queued now goes out; undefined if that is after the start. docs/spec/behaviour.md §29.8 */
export function smsAt(now: WallTime, start: WallTime, queuedAt: WallTime = now): WallTime | undefined {
  const morning = wallTimeOn(isEarly(now) ? dateOf(now) : addDays(dateOf(now), 1), QUIET_UNTIL);
  const at = isQuiet(now) && !isUrgent(queuedAt, start) ? morning : now;
  return at < start ? at : undefined;
}

/** When a reminder by SMS goes out that is due then: at night at 19:30 before it or at 9:00 after it. */
export function smsReminderAt(due: WallTime): WallTime {
  if (isEvening(due)) return wallTimeOn(dateOf(due), LAST_REMINDER);
  return isEarly(due) ? wallTimeOn(dateOf(due), QUIET_UNTIL) : due;
}

/** For how many seconds a gateway may try: until the start, and for what must not ring at night until 20:00, at most 30 minutes. */
export function smsTtlSeconds(now: WallTime, start: WallTime, queuedAt: WallTime): number {
  const evening = wallTimeOn(dateOf(now), QUIET_FROM);
  const ends = isUrgent(queuedAt, start) || evening > start ? start : evening;
  return Math.min(TTL_MAX_SECONDS, Math.max(0, minutesBetween(now, ends) * 60));
}

const LETTERS: Readonly<Record<string, string>> = {
  đ: 'dj',
  Đ: 'Dj',
  '„': '"',
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '’': "'",
  '‘': "'",
  '‚': "'",
};
const CYRILLIC = 'абвгдђежзијклљмнњопрстћуфхцчџшёйщъыьэюя';
const LATIN = 'a,b,v,g,d,dj,e,z,z,i,j,k,l,lj,m,n,nj,o,p,r,s,t,c,u,f,h,c,c,dz,s,e,j,sc,,y,,e,yu,ya'.split(',');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function plainLetter(letter: string): string {
  const own = LETTERS[letter];
  if (own !== undefined) return own;
  const latin = LATIN[CYRILLIC.indexOf(letter.toLowerCase())];
  if (latin === undefined || !CYRILLIC.includes(letter.toLowerCase())) return letter;
  return letter === letter.toLowerCase() ? latin : capital(latin);
}

/** The text in plain Latin letters: no diacritics, quotes and dashes as ASCII, other signs dropped. */
export const plainText = (text: string): string =>
  [...text]
    .map(plainLetter)
    .join('')
    .normalize('NFKD')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/…/g, '...')
    .replace(/[^\n -_a-~]/g, '') // also without the backtick, which has no place in the alphabet of SMS
    .replace(/ {2,}/g, ' ')
    .trim();

const ONE_PART = 160;
const PART_OF_SEVERAL = 153;
const MAX_PARTS = 2;

/** Into how many parts a plain text is split; the signs ^ { } [ ] ~ \ | take two places. */
export function smsParts(text: string): number {
  const places = text.length + (text.match(/[\^{}[\]~\\|]/g)?.length ?? 0);
  return places <= ONE_PART ? 1 : Math.ceil(places / PART_OF_SEVERAL);
}

/** What an SMS is about. */
export type SmsKind = CallReason | 'REMINDER' | 'DELAY';

interface SmsFacts {
  readonly start_datetime: WallTime;
  readonly expected: WallTime | null;
  readonly service: string | null;
  readonly salon: string;
  readonly link: string;
}

/** The sentence of each kind around the time with the service, and the link. */
const SENTENCES = {
  REMINDER: 'Podsećamo vas na termin: {what}. Dolazite? Potvrdite ovde: {link}',
  CANCELLED: 'Nažalost, moramo da otkažemo termin: {what}. Novi termin: {link}',
  MOVED: 'Vaš termin je pomeren: {what}. {link}',
  HOLD_ENDED: 'Kapara nije stigla, termin je oslobođen: {what}. Novi termin: {link}',
  REQUEST_ACCEPTED: 'Termin je potvrđen: {what}. {link}',
  REQUEST_DECLINED: 'Salon ne može da vas primi: {what}. Drugo vreme: {link}',
  REQUEST_LAPSED: 'Salon nije potvrdio termin na vreme: {what}. Drugo vreme: {link}',
} as const satisfies Record<Exclude<SmsKind, 'DELAY'>, Sentence>;

export const SMS_KINDS: readonly SmsKind[] = [
  'DELAY',
  ...(Object.keys(SENTENCES) as (keyof typeof SENTENCES)[]),
];

/** The text of an SMS in at most two parts. If it is too long it leaves out the service, then the salon, then all but day, time and link. */
export function smsText(kind: SmsKind, facts: SmsFacts): string {
  const { start_datetime, expected, service, salon, link } = facts;
  const when = atMoment(start_datetime, dateOf(start_datetime));
  const clock = clockOf(expected ?? start_datetime);
  const text = (service: string | null, name: string): string => {
    const what = service === null ? when : `${when}, ${service}`;
    const told =
      kind === 'DELAY'
        ? t('Salon kasni: očekujemo vas oko {clock}. Hvala na strpljenju! {link}', { clock, link })
        : t(SENTENCES[kind], { what, link });
    return `${told} ${name}`;
  };
  const last = `${kind === 'DELAY' ? clock : when} ${link}`;
  const texts = [text(service, salon), text(null, salon), text(null, '')].map(plainText);
  return texts.find((one) => smsParts(one) <= MAX_PARTS) ?? plainText(last);
}
