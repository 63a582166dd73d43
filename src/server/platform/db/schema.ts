import type {
  Generated,
  GeneratedAlways,
  Insertable,
  Kysely,
  Selectable,
  Transaction,
  Updateable,
} from 'kysely';
import type { z } from 'zod';
import type { Template } from '#contract/week-templates.ts';
import type {
  AbsenceId,
  AppointmentId,
  BookingId,
  Id,
  OpeningId,
  PersonId,
  PictureId,
  ServiceId,
  TechnicianId,
  UndoStepId,
  UserId,
  WaitId,
  WorkFieldId,
  WorkId,
} from '#domain/ids.ts';
import type { Language } from '#domain/language/languages.ts';
import type { WallDate, WallTime } from '#domain/wall-clock.ts';
import type { HistoryAction, HistoryRole, HistorySubject } from '#domain/wording/history.ts';
import type { PictureKind } from '#domain/work/pictures.ts';
import type { appointmentRow, plainAppointment, storedBooking } from './columns.ts';
import type { MoneyTables } from './money/tables.ts';
import type { NotificationTables, PushSubscriptionId, QueueColumns } from './notifications.ts';
import type { People, Users } from './users.ts';

// The tables that migrations/ creates. Wall-clock values are text, instants are epoch milliseconds, flags are 0 or 1.
type Flag = 0 | 1;
type Ms = number;
export type MailId = Id<'mail'>;
export type PushId = Id<'push'>;

interface ServiceNames {
  name: string;
  name_en: Generated<string | null>;
  name_ru: Generated<string | null>;
}

type WithDefault<Row, Names extends keyof Row> = Omit<Row, Names> & {
  [Name in Names]: Generated<Row[Name]>;
};
type Appointments = WithDefault<
  Omit<z.output<typeof plainAppointment>, 'day'>,
  'id' | 'technician_id' | 'version'
> & {
  day: GeneratedAlways<WallDate>;
  /** 1 for a BOOKED row: a foreign key to `bookings.has_person` demands its person. */
  needs_person: GeneratedAlways<1 | null>;
};
type Bookings = WithDefault<
  z.output<typeof storedBooking>,
  'id' | 'sequence' | 'is_forgotten' | 'is_late' | 'is_given_away'
> & { has_person: GeneratedAlways<1 | null> };

export interface Schema extends MoneyTables, NotificationTables {
  sessions: {
    token_hash: string;
    user_id: UserId;
    created_at: Ms;
    last_used_at: Ms;
    expires_at: Ms;
  };
  services: ServiceNames & {
    id: Generated<ServiceId>;
    duration_minutes: number | null;
    price: number;
    position: number;
    is_addon: Generated<Flag>;
    return_weeks: Generated<number | null>;
    cleanup_minutes: Generated<number>;
    /** Joined by commas. */
    short_words: Generated<string>;
    group_name: Generated<string | null>;
    description: Generated<string | null>;
    is_offered: Generated<Flag>;
  };

  /** The services of bookings, one line each, with values copied from the price list. */
  booking_lines: ServiceNames & {
    id: Generated<number>;
    booking_id: BookingId;
    position: number;
    service_id: ServiceId | null;
    price: number | null;
    duration_minutes: number | null;
    cleanup_minutes: Generated<number>;
  };
  technicians: {
    id: Generated<TechnicianId>;
    name: string;
    position: Generated<number>;
    is_active: Generated<Flag>;
    /** The account of the technician; null for the owner and for a technician without an account. */
    user_id: UserId | null;
    /** The color of the technician, 0 to 5. */
    hue: Generated<number>;
    sees_phones: Generated<Flag>;
    can_charge: Generated<Flag>;
    can_take_days_off: Generated<Flag>;
    /** 0: only the salon books her. */
    bookable: Generated<Flag>;
    /** Her share; null: none. */
    percent: number | null;
  };

  /** What a technician needs and costs for a service; null: as the price list says. */
  technician_terms: {
    technician_id: TechnicianId;
    service_id: ServiceId;
    duration_minutes: number | null;
    price: number | null;
    percent: number | null;
  };

  /** A time that a technician offers. Free slots are what bookings and blocks leave of it. */
  openings: {
    id: Generated<OpeningId>;
    technician_id: TechnicianId;
    start_datetime: WallTime;
    end_datetime: WallTime;
    day: GeneratedAlways<WallDate>;
    /** Of its free slots. */
    notes: string | null;
  };

  /** The services that a technician does; a technician without rows does all services. */
  technician_services: {
    technician_id: TechnicianId;
    service_id: ServiceId;
  };

  /** One row: when a process was last alive, and until when no deadline ends. */
  liveness: {
    id: 1;
    alive_at: Ms;
    grace_until: Ms;
    /** The moment of the backup that was restored last. */
    restored_from: Ms | null;
    /** When it was restored. */
    restored_at: Ms | null;
  };
  guest_links: {
    token_hash: string;
    booking_id: BookingId;
    /** The user of the salon who sends the link; null: a mail, or the response to a new booking. */
    made_by: UserId | null;
  };
  templates: WithDefault<Template, 'id' | 'active' | 'technician_id' | 'every'>;
  absences: {
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
  };
  waitlist_entries: {
    id: Generated<WaitId>;
    day: WallDate;
    client_id: UserId | null;
    guest_name: string | null;
    guest_phone: string | null;
    guest_number: string | null;
    created_at: Ms;
    joiner_network: string | null;
    /** The technician for whom the client waits; null: any technician. */
    technician_id: TechnicianId | null;
    language: Generated<Language | null>;
  };

  /** The client of the entry waits for a slot that is long enough for these services; without rows, for any slot. */
  waitlist_services: {
    entry_id: WaitId;
    service_id: ServiceId;
    position: number;
  };

  /** Queued mails. `content` is JSON without personal data, except a message that a client wrote. */
  outbox: QueueColumns & {
    id: Generated<MailId>;
    once_key: string;
    user_id: UserId | null;
    to_email: string | null;
    appointment_id: AppointmentId | null;
    /** The booking that the mail is about; null: a slot, or no appointment. */
    booking_id: BookingId | null;
    handed_over_at: Ms | null;
    undo_id: UndoStepId | null;
    /** 1 if another person may have caused the mail: the mail counts for the daily limit of the recipient's address. */
    is_limited: Generated<Flag>;
    free_day: WallDate | null;
    address_hash: string | null;
    let_through_at: Ms | null;
  };
  undo_steps: {
    id: Generated<UndoStepId>;
    token_hash: string;
    made_at: Ms;
    expires_at: Ms;
    used_at: Ms | null;
    content: string;
  };
  idempotency_keys: {
    caller: string;
    key_hash: string;
    request_hash: string;
    user_id: UserId | null;
    appointment_id: AppointmentId;
    answer: string;
    created_at: Ms;
  };

  /** `value` is JSON. The contract has a schema for each setting. */
  settings: {
    name: string;
    value: string;
    changed_at: Ms;
  };

  /** The salon's secret keys. No response contains them. */
  secrets: {
    name: string;
    value: string;
    created_at: Ms;
  };

  /** Actions that count for a limit, such as bookings. `subject` is the caller: a keyed hash, or the id of a client. */
  counted_acts: {
    id: Generated<number>;
    subject: string;
    act: string;
    at: Ms;
    /** The id of the summary (a notification or mail) that counts the messages to the owner above the daily limit. */
    summary_id: number | null;
  };

  /** The record of changes. Rows are only added, but erasing a client empties values. `changes` is JSON. */
  history: {
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
  };

  /** A table with one row: the time at which retention last read the clock, and the time since which it distrusts the clock. */
  clearing: {
    id: number;
    seen_at: Ms;
    doubted_at: Ms | null;
  };

  /** The current address of each calendar feed. */
  calendar_feeds: {
    token_hash: string;
    created_at: Ms;
    /** The technician whose bookings the feed contains; null: the whole salon. */
    technician_id: TechnicianId | null;
  };

  /** The days whose slots were generated from a technician's templates, by the owner or automatically. */
  generated_days: {
    technician_id: TechnicianId;
    day: WallDate;
    generated_at: Ms;
  };

  /** A queued push without personal data. `content` is the state on which the push depends, as JSON: if the state has changed since, the push is not sent. */
  push_outbox: QueueColumns & {
    id: Generated<PushId>;
    subscription_id: PushSubscriptionId;
    /** The recipient. If another user has logged in on the device since, the push is not sent. */
    user_id: UserId;
    /** The id of the notification or the appointment, depending on `kind`. */
    subject_id: number | null;
  };

  /** An import of appointments or clients, which may come in several parts. */
  imports: {
    id: string;
    subject: 'APPOINTMENTS' | 'CLIENTS';
    last_at: Ms;
  };

  /** What a row of an import has added. The hashes are keyed. */
  import_rows: {
    id: Generated<number>;
    import_id: string;
    at: Ms;
    /** The key of an appointment; null: a client. */
    key_hash: string | null;
    uid_hash: string | null;
    series_hash: string | null;
    appointment_id: AppointmentId | null;
    /** Whom the row added; null: somebody known. */
    person_id: PersonId | null;
  };

  /** A field in which the salon records what was done, in the owner's order. */
  work_fields: {
    id: Generated<WorkFieldId>;
    name: string;
    position: number;
    is_active: Generated<Flag>;
  };
  work_values: {
    booking_id: BookingId;
    field_id: WorkFieldId;
    value: string;
    at: Ms;
  };

  /** A picture; its files are in the folder of pictures, named by their content. */
  pictures: {
    id: Generated<PictureId>;
    kind: PictureKind;
    booking_id: BookingId | null;
    file: string;
    /** Of an earlier release the name of its thumbnail; else empty. */
    thumb: Generated<string>;
    width: number;
    height: number;
    color: string;
    bytes: number;
    made_at: Ms;
    /** Of a WISH: the work that it shows, with which it goes. */
    work_id: WorkId | null;
    by_user: UserId | null;
    key_hash: string | null;
    request_hash: string | null;
  };

  /** A picture that the salon shows to everybody, with the consent of the person. */
  works: {
    id: Generated<WorkId>;
    picture_id: PictureId;
    service_id: ServiceId | null;
    position: number;
    is_hidden: Generated<Flag>;
    consent_text: string;
    consent_at: Ms;
    consent_by: string | null;
  };

  reset_links: {
    token_hash: string;
    user_id: UserId;
    expires_at: number;
    used_at: number | null;
  };
  login_attempts: {
    id: Generated<number>;
    account: string;
    address: string;
    at: number;
  };
  users: Users;
  people: People;
  appointments: Appointments;
  bookings: Bookings;
}

export type Db = Kysely<Schema>;

/** A transaction. Code inside `inTransaction` must use it instead of the outer `Db`. */
export type Trx = Transaction<Schema>;
export type PlainAppointment = Selectable<Appointments>;
export type AppointmentPatch = Updateable<Appointments>;
export type NewAppointment = Insertable<Appointments>;
export type NewBooking = Insertable<Bookings>;
export type AppointmentRow = z.output<typeof appointmentRow>;
export type PaymentRow = Selectable<MoneyTables['payments']>;
export type NewPayment = Insertable<MoneyTables['payments']>;
export type CashDayRow = Selectable<MoneyTables['cash_days']>;
