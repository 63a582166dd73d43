import type { RequestState } from '../appointments/requests.ts';
import type { Served } from '../language/service-name.ts';
import { inReadersScript, t } from '../language/translate.ts';
import { CLIENT_NOTIFICATION_TYPES, type StoredNotification } from '../notifications.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  isShortClockTime,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../wall-clock.ts';
import { guestNote, personOf, withTechnician } from '../wording/appointments.ts';
import { APPOINTMENTS } from '../wording/counted-words.ts';
import { atMoment, toMoment } from '../wording/dates.ts';
import {
  type AdminNotificationType,
  adminNotificationLabel,
  clientNotificationText,
  clientNotificationTitle,
  LATE_CANCELLATION_LABEL,
  reminderMessage,
  textBelowTitle,
} from '../wording/notifications.ts';
import { counted } from '../wording/numbers.ts';

/** The owner's notifications that are also pushed. docs/spec/behaviour.md §14.2 */
const PUSHED_TO_OWNER = ['NEW_BOOKING', 'CANCELLED', 'MOVED', 'REQUEST_LAPSED', 'FREE_SLOT_GUEST'] as const;
type PushedToOwner = (typeof PUSHED_TO_OWNER)[number];

/** The kinds of pushes: notification types, the reminder a day before the appointment, and the owner's morning summary. */
export const PUSH_KINDS = [
  ...CLIENT_NOTIFICATION_TYPES,
  ...PUSHED_TO_OWNER,
  'APPT_REMINDER_24H',
  'OWNER_MORNING',
] as const;

/** The content of a push: no phone, no reason, nothing beyond the notification. docs/spec/behaviour.md §14.2 */
export interface Push {
  readonly kind: (typeof PUSH_KINDS)[number];
  readonly title: string;
  readonly body: string;
  /** Identifies the event. A repeated push with the same tag replaces the earlier push. */
  readonly tag: string;
  /** The path of the page that opens when the user taps the push. */
  readonly url: string;
}

export const isPushedToOwner = (type: AdminNotificationType): type is PushedToOwner =>
  (PUSHED_TO_OWNER as readonly string[]).includes(type);

type Told = Omit<StoredNotification, 'reason'>;

/** The push of a client's notification, with the sentences of the others of the same change. docs/spec/behaviour.md §14.2 */
export const clientPush = (
  notification: Told & { readonly id: number },
  others: readonly Told[] = [],
): Push => ({
  kind: notification.type,
  title: clientNotificationTitle(notification.type, notification.facts?.on_request === true),
  body: [textBelowTitle(notification), ...others.map((other) => clientNotificationText(other))].join(' '),
  tag: `notice-${notification.id}`,
  url: '/profile?tab=notifikacije',
});

interface OwnerNotice {
  readonly id: number;
  readonly type: PushedToOwner;
  readonly client_name: string | null;
  readonly guest_name: string | null;
  readonly service_name: string | null;
  readonly appt_start: WallTime | null;
  readonly from_start: WallTime | null;
  readonly is_late: 0 | 1;
  /** The state of the booking's request now. */
  readonly request_state?: RequestState | null;
  /** The technician's name; null while the salon has only one technician. */
  readonly technician_name?: string | null;
}

/** The time in words: '17. novembra u 13:00'; for a moved booking '17. novembar u 13:00 → 18. novembar u 09:00'. */
function whenOf({ appt_start, from_start }: OwnerNotice, today: WallDate): string | null {
  if (appt_start === null) return null;
  if (from_start === null) return atMoment(appt_start, today);
  return `${toMoment(from_start, today)} → ${toMoment(appt_start, today)}`;
}

/** The push about a notification for the owner: person, service and time. docs/spec/behaviour.md §14.2 */
export function ownerPush(notice: OwnerNotice, today: WallDate): Push {
  const { id, type, service_name, is_late, technician_name, request_state } = notice;
  const isRequest = type === 'NEW_BOOKING' && request_state === 'WAITING';
  const isCall = type === 'FREE_SLOT_GUEST';
  const person = `${isCall ? `${inReadersScript('Pozovite:')} ` : ''}${personOf(notice)}`;
  const about = isCall ? [] : [guestNote(notice), service_name];
  const label = is_late === 1 ? LATE_CANCELLATION_LABEL : adminNotificationLabel(type);
  return {
    kind: type,
    title: inReadersScript(isRequest ? 'Novi zahtev' : label),
    body: withTechnician(
      [person, ...about, whenOf(notice, today)].filter(Boolean).join(', '),
      technician_name,
    ),
    tag: `notice-${id}`,
    url: isRequest ? '/' : '/admin/notifications', // the owner's home asks for the answer
  };
}

interface RemindedVisit extends Served {
  readonly id: number;
  readonly start_datetime: WallTime;
  readonly end_datetime: WallTime;
  readonly technician_name?: string | null;
}

/** The push that reminds of a booking a day before. `offer`: sentences that offer a free time for the next appointment. docs/spec/behaviour.md §5.16 */
export const dayBeforePush = (visit: RemindedVisit, now: WallTime, offer: readonly string[] = []): Push => ({
  kind: 'APPT_REMINDER_24H',
  title: t('Podsetnik za termin'),
  body: [reminderMessage(visit, dateOf(now)), ...offer].join(' '),
  tag: `reminder-${visit.id}`,
  url: `/booking#termin=${visit.id}`, // her page of the booking, which asks whether she comes
});

/** How many hours late the morning summary may be, if the server was down. docs/spec/behaviour.md §14.4 */
export const MORNING_LATE_HOURS = 2;

/** True when the morning summary is due; `at`: HH:mm, or empty for never. Also true the second time if a clock change repeats `at`. docs/spec/behaviour.md §14.4 */
export function isMorningDue(now: WallTime, at: string): boolean {
  if (!isShortClockTime(at)) return false;
  const from = wallTimeOn(dateOf(now), at);
  return from <= now && now < addMinutes(from, MORNING_LATE_HOURS * 60);
}

/** The summary: 'Danas 6 termina, prvi u 08:00'; undefined on a day without appointments. docs/spec/behaviour.md §14.4 */
export function morningPush(day: WallDate, starts: readonly WallTime[]): Push | undefined {
  const [first] = [...starts].sort();
  if (first === undefined) return undefined;
  const at = `${inReadersScript(starts.length === 1 ? 'u' : 'prvi u')} ${clockOf(first)}`;
  return {
    kind: 'OWNER_MORNING',
    title: inReadersScript('Današnji termini'),
    body: `${inReadersScript('Danas')} ${counted(starts.length, APPOINTMENTS)}, ${at}`,
    tag: `morning-${day}`,
    url: '/',
  };
}
