import type { Generated, GeneratedAlways, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { z } from 'zod';
import type {
  AbsenceId,
  AppointmentId,
  Id,
  PaymentId,
  ServiceId,
  TechnicianId,
  TemplateId,
  UndoStepId,
  UserId,
  WaitId,
} from '#domain/ids.ts';
import type { DepositState } from '#domain/payments/deposits.ts';
import type { PaymentKind, PaymentMethod } from '#domain/payments/ledger.ts';
import type { ClockTime, WallDate, WallTime } from '#domain/wall-clock.ts';
import type { HistoryAction, HistoryRole, HistorySubject } from '#domain/wording/history.ts';
import type { appointmentRow } from './columns.ts';
import type { AdminNotifications, ClientNotifications, DueMarks, Reminders } from './notifications.ts';
import type { Users } from './users.ts';

// The tables that migrations/ creates. Wall-clock values are text, instants are epoch milliseconds, flags are 0 or 1.
type Flag = 0 | 1;
type Ms = number;
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
  is_addon: Generated<Flag>;
  return_weeks: Generated<number | null>;
}

/** The service lines of appointments. If an appointment's own `service_*` columns change, a trigger writes them as the only line. */
interface AppointmentServices {
  id: Generated<number>;
  appointment_id: AppointmentId;
  position: number;
  service_id: ServiceId | null;
  name: string;
  price: number | null;
  duration_minutes: number | null;
}
interface Technicians {
  id: Generated<TechnicianId>;
  name: string;
  position: Generated<number>;
  is_active: Generated<Flag>;
  /** The account of the technician; null for the owner and for a technician without an account. */
  user_id: UserId | null;
  /** The color of the technician, 0 to 5. */
  hue: Generated<number>;
}

/** The services that a technician does; a technician without rows does all services. */
interface TechnicianServices {
  technician_id: TechnicianId;
  service_id: ServiceId;
}

/** The generated days of all technicians except technician 1, whose days are in `generated_days`. */
interface TechnicianDays extends GeneratedDays {
  technician_id: TechnicianId;
}

interface TechnicianFeeds {
  technician_id: TechnicianId;
  token_hash: string;
  created_at: Ms;
}
/** `service_id`, `service_name` and `service_price` summarize the service lines. An older release and the client list read them. */
type AppointmentColumns = z.output<typeof appointmentRow>;
type WithDefault = 'id' | 'is_late' | 'version' | 'technician_id';
type Appointments = Omit<AppointmentColumns, WithDefault | 'day'> & {
  [Name in WithDefault]: Generated<AppointmentColumns[Name]>;
} & { day: GeneratedAlways<WallDate> };
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
  technician_id: Generated<TechnicianId>;
}
interface Absences {
  id: Generated<AbsenceId>;
  user_id: UserId;
  date_from: WallDate;
  date_to: WallDate;
  reason: string | null;
  created_at: Ms;
  /** The number of bookings within the absence when the absence was added; null: an older release did not count them. */
  conflict_count: number | null;
  /** The absent technician; null: the whole salon is absent. */
  technician_id: TechnicianId | null;
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
  /** The client waits for a slot that is long enough for this service; null = any slot. */
  service_id: ServiceId | null;
  /** JSON: the ids of all services of the entry, if there are several; the first one is `service_id`. */
  service_ids: string | null;
  /** The technician for whom the client waits; null: any technician. */
  technician_id: TechnicianId | null;
}

/** The columns that the outboxes of mails and pushes share. docs/decisions/0007-outbox.md */
interface QueueColumns {
  kind: string;
  content: string;
  created_at: Ms;
  visible_at: Ms;
  attempts: Generated<number>;
  next_try_at: Ms;
  sent_at: Ms | null;
  given_up_at: Ms | null;
  last_error: string | null;
}

/** Queued mails. `content` is JSON without personal data, except a message that a client wrote. */
interface Outbox extends QueueColumns {
  id: Generated<MailId>;
  once_key: string;
  user_id: UserId | null;
  to_email: string | null;
  appointment_id: AppointmentId | null;
  handed_over_at: Ms | null;
  undo_id: UndoStepId | null;
  /** 1 if another person may have caused the mail: the mail counts for the daily limit of the recipient's address. */
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

interface ResetLinks {
  token_hash: string;
  user_id: UserId;
  expires_at: Ms;
  used_at: Ms | null;
}

interface LoginAttempts {
  id: Generated<number>;
  account: string;
  address: string;
  at: Ms;
}

interface IdempotencyKeys {
  caller: string;
  key_hash: string;
  request_hash: string;
  user_id: UserId | null;
  appointment_id: AppointmentId;
  answer: string;
  created_at: Ms;
}

/** `value` is JSON. The contract has a schema for each setting. */
interface SettingRows {
  name: string;
  value: string;
  changed_at: Ms;
}

/** The salon's secret keys. No response contains them. */
interface Secrets {
  name: string;
  value: string;
  created_at: Ms;
}

/** Actions that count for a limit, such as bookings. `subject` is the caller: a keyed hash, or the id of a client. */
interface CountedActs {
  id: Generated<number>;
  subject: string;
  act: string;
  at: Ms;
  /** The id of the summary (a notification or mail) that counts the messages to the owner above the daily limit. */
  summary_id: number | null;
}

/** The record of changes. Rows are only added, but erasing a client empties values. `changes` is JSON. */
interface History {
  id: Generated<number>;
  at: Ms;
  subject: HistorySubject;
  subject_id: number | null;
  action: HistoryAction;
  by_role: HistoryRole;
  by_id: UserId | null;
  by_name: string;
  from_client_id: UserId | null;
  to_client_id: UserId | null;
  guest_visit: WallTime | null;
  changes: string;
}

/** A table with one row: the time at which retention last read the clock, and the time since which it distrusts the clock. */
interface Clearing {
  id: number;
  seen_at: Ms;
  doubted_at: Ms | null;
}

/** At most one row: the owner's current link to the calendar feed. */
interface CalendarFeeds {
  id: 1;
  token_hash: string;
  created_at: Ms;
}

/** The days whose slots were generated from the templates, by the owner or automatically. */
interface GeneratedDays {
  day: WallDate;
  generated_at: Ms;
}

export type PushSubscriptionId = Id<'push subscription'>;
export type PushId = Id<'push'>;

/** A browser's push subscription. It is deleted with its session. */
interface PushSubscriptions {
  id: Generated<PushSubscriptionId>;
  user_id: UserId;
  session_hash: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Ms;
}

/** A queued push without personal data. `content` is the state on which the push depends, as JSON: if the state has changed since, the push is not sent. */
interface PushOutbox extends QueueColumns {
  id: Generated<PushId>;
  subscription_id: PushSubscriptionId;
  /** The recipient. If another user has logged in on the device since, the push is not sent. */
  user_id: UserId;
  /** The id of the notification or the appointment, depending on `kind`. */
  subject_id: number | null;
}

/** The days whose morning summary was sent to the owner. */
interface OwnerMornings {
  day: WallDate;
  told_at: Ms;
}

/** The ledger: rows are only added and voided. Amounts are in para (1/100 dinar). */
interface Payments {
  id: Generated<PaymentId>;
  appointment_id: AppointmentId | null;
  kind: PaymentKind;
  method: PaymentMethod;
  amount: number;
  note: string | null;
  at: Ms;
  /** The day whose till total includes the payment. */
  day: WallDate;
  by_user: UserId | null;
  voided_at: Ms | null;
  void_reason: string | null;
  key_hash: string | null;
  request_hash: string | null;
}

/** The till of a day; `counted`, the cash that the owner counted, is null while the till is not closed. */
interface CashDays {
  day: WallDate;
  opening: Generated<number>;
  counted: number | null;
  closed_at: Ms | null;
}

/** Amounts are in para (1/100 dinar). */
interface Deposits {
  appointment_id: AppointmentId;
  amount: number;
  until_at: Ms;
  state: DepositState;
  reference: string;
  /** The text of the IPS QR code, with the account that the salon had when the deposit was requested. */
  qr: string;
  made_at: Ms;
}

export interface Schema {
  users: Users;
  sessions: Sessions;
  reset_links: ResetLinks;
  login_attempts: LoginAttempts;
  services: Services;
  technicians: Technicians;
  technician_services: TechnicianServices;
  technician_days: TechnicianDays;
  technician_feeds: TechnicianFeeds;
  appointments: Appointments;
  appointment_services: AppointmentServices;
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
  payments: Payments;
  cash_days: CashDays;
  deposits: Deposits;
  due_marks: DueMarks;
}

export type Db = Kysely<Schema>;

/** A transaction. Code inside `inTransaction` must use it instead of the outer `Db`. */
export type Trx = Transaction<Schema>;
export type AppointmentRow = Selectable<Appointments>;
export type NewAppointmentRow = Insertable<Appointments>;
export type PaymentRow = Selectable<Payments>;
export type NewPayment = Insertable<Payments>;
export type CashDayRow = Selectable<CashDays>;
