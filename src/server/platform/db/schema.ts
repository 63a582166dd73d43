import type { Generated, GeneratedAlways, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { AppointmentStatus } from '#domain/appointments/appointments.ts';
import type {
  AbsenceId,
  AdminNotificationId,
  AppointmentId,
  ClientNotificationId,
  Id,
  ServiceId,
  TemplateId,
  UserId,
  WaitId,
} from '#domain/ids.ts';
import type { ClientNotificationType } from '#domain/notifications.ts';
import type { ClockTime, WallDate, WallTime } from '#domain/wall-clock.ts';
import type { AdminNotificationType } from '#domain/wording/notifications.ts';
import type {
  CalendarFeeds,
  Clearing,
  CountedActs,
  GeneratedDays,
  History,
  IdempotencyKeys,
  LoginAttempts,
  OwnerMornings,
  PushOutbox,
  PushSubscriptions,
  ResetLinks,
  Secrets,
  SettingRows,
} from './schema-machinery.ts';
import type { Users } from './users.ts';

/** The tables as migrations/ makes them. Wall-clock values are text, moments epoch milliseconds, flags 0/1. */
type Flag = 0 | 1;
type Ms = number;
export type UndoStepId = Id<'undo step'>;
export type MailId = Id<'mail'>;

interface Sessions {
  token_hash: string;
  user_id: UserId;
  created_at: Ms;
  last_used_at: Ms;
  expires_at: Ms;
}
interface Services {
  id: Generated<ServiceId>;
  name: string;
  duration_minutes: number | null;
  price: number;
  position: number;
}
interface Appointments {
  id: Generated<AppointmentId>;
  start_datetime: WallTime;
  end_datetime: WallTime;
  day: GeneratedAlways<WallDate>;
  status: AppointmentStatus;
  service_id: ServiceId | null;
  service_name: string | null;
  service_price: number | null;
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
  guest_phone_digits: string | null;
  guest_email: string | null;
  notes: string | null;
  cancel_reason: string | null;
  cancelled_at: Ms | null;
  cancelled_by: 'ADMIN' | 'CLIENT' | null;
  is_late: Generated<Flag>;
  booked_at: Ms | null;
  created_at: Ms;
  version: Generated<number>;
  /** The keyed hash of a visitor's network, until the appointment is over. */
  booker_network: string | null;
  /** JSON: the times of the slots that the booking joined, in order; null = it is one slot. */
  joined_slots: string | null;
  /** When its client last moved it. */
  moved_at: Ms | null;
  /** Of a booking that has begun: did the person come? null = nobody said. */
  attended: Flag | null;
}
interface GuestLinks {
  token_hash: string;
  appointment_id: AppointmentId;
  booked_at: Ms;
}
interface Templates {
  id: Generated<TemplateId>;
  weekday: number;
  time_start: ClockTime;
  duration_minutes: number;
  active: Generated<Flag>;
}
interface Absences {
  id: Generated<AbsenceId>;
  user_id: UserId;
  date_from: WallDate;
  date_to: WallDate;
  reason: string | null;
  created_at: Ms;
  /** The bookings that it met when it was added; null: it was added before they were counted. */
  conflict_count: number | null;
}
interface WaitlistEntries {
  id: Generated<WaitId>;
  day: WallDate;
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
  guest_phone_digits: string | null;
  created_at: Ms;
  joiner_network: string | null;
  /** Waits for a time that is long enough for it; null = for any. */
  service_id: ServiceId | null;
}
interface AdminNotifications {
  id: Generated<AdminNotificationId>;
  type: AdminNotificationType;
  created_at: Ms;
  visible_at: Ms;
  read_at: Ms | null;
  appointment_id: AppointmentId | null;
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
  service_name: string | null;
  appt_start: WallTime | null;
  appt_end: WallTime | null;
  appt_created: Ms | null;
  cancelled_reason: string | null;
  cancelled_at: Ms | null;
  is_late: Generated<Flag>;
  undo_id: UndoStepId | null;
  /** Of MOVED: its times before. */
  from_start: WallTime | null;
  from_end: WallTime | null;
}
interface ClientNotifications {
  id: Generated<ClientNotificationId>;
  user_id: UserId;
  type: ClientNotificationType;
  message: string;
  created_at: Ms;
  visible_at: Ms;
  read_at: Ms | null;
  appointment_id: AppointmentId | null;
  appt_start: WallTime | null;
  undo_id: UndoStepId | null;
}
interface Reminders {
  kind: 'NOTICE_2H' | 'MAIL_24H';
  appointment_id: AppointmentId;
  client_id: UserId;
  start_datetime: WallTime;
  booked_at: Ms;
  made_at: Ms;
}
/** `content` is JSON without a person's data but a client's own message; `to_email` is only a guest's. */
interface Outbox {
  id: Generated<MailId>;
  kind: string;
  once_key: string;
  user_id: UserId | null;
  to_email: string | null;
  appointment_id: AppointmentId | null;
  content: string;
  created_at: Ms;
  visible_at: Ms;
  attempts: Generated<number>;
  next_try_at: Ms;
  handed_over_at: Ms | null;
  sent_at: Ms | null;
  given_up_at: Ms | null;
  last_error: string | null;
  undo_id: UndoStepId | null;
  /** Somebody else's act sends it: it counts for its address. */
  is_limited: Generated<Flag>;
  free_day: WallDate | null;
  address_hash: string | null;
  let_through_at: Ms | null;
}

interface UndoSteps {
  id: Generated<UndoStepId>;
  token_hash: string;
  made_at: Ms;
  expires_at: Ms;
  used_at: Ms | null;
  content: string;
}

export interface Schema {
  users: Users;
  sessions: Sessions;
  reset_links: ResetLinks;
  login_attempts: LoginAttempts;
  services: Services;
  appointments: Appointments;
  guest_links: GuestLinks;
  templates: Templates;
  absences: Absences;
  generated_days: GeneratedDays;
  waitlist_entries: WaitlistEntries;
  admin_notifications: AdminNotifications;
  client_notifications: ClientNotifications;
  reminders: Reminders;
  outbox: Outbox;
  idempotency_keys: IdempotencyKeys;
  undo_steps: UndoSteps;
  settings: SettingRows;
  history: History;
  clearing: Clearing;
  secrets: Secrets;
  counted_acts: CountedActs;
  calendar_feeds: CalendarFeeds;
  push_subscriptions: PushSubscriptions;
  push_outbox: PushOutbox;
  owner_mornings: OwnerMornings;
}

export type Db = Kysely<Schema>;
/** Inside `inTransaction` only this is used, never the outer `Db`. */
export type Trx = Transaction<Schema>;
export type AppointmentRow = Selectable<Appointments>;
export type NewAppointmentRow = Insertable<Appointments>;
