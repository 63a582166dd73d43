import type { Generated } from 'kysely';
import type { DueMarkKind } from '#domain/clients/rhythm.ts';
import type {
  AdminNotificationId,
  AppointmentId,
  BookingId,
  ClientNotificationId,
  Id,
  PersonId,
  TechnicianId,
  UndoStepId,
  UserId,
} from '#domain/ids.ts';
import type { ClientNotificationType } from '#domain/notifications.ts';
import type { ReachChannel, ToldWhat } from '#domain/told/calls.ts';
import type { WallDate, WallTime } from '#domain/wall-clock.ts';
import type { AdminNotificationType } from '#domain/wording/notifications.ts';

type Flag = 0 | 1;
type Ms = number;
export interface ClientNotifications {
  id: Generated<ClientNotificationId>;
  user_id: UserId;
  type: ClientNotificationType;
  /** The text without the reason, in Serbian. It is shown if there are no facts. */
  message: string;
  /** JSON: what the text is made of, or of an earlier release's row only that the client asked for the cancellation. */
  facts: Generated<string | null>;
  reason: Generated<string | null>;
  created_at: Ms;
  visible_at: Ms;
  read_at: Ms | null;
  appointment_id: AppointmentId | null;
  appt_start: WallTime | null;
  undo_id: UndoStepId | null;
}

export type PushSubscriptionId = Id<'push subscription'>;

/** A message is about a booking at one start with one technician; it says nothing about another place. */
interface OfPlace {
  booking_id: BookingId;
  start_datetime: WallTime;
  technician_id: TechnicianId;
}

/** The columns that the outboxes of mails, pushes and SMS share. docs/decisions/0007-outbox.md */
export interface QueueColumns {
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

/** The tables of notifications, reminders and devices. */
export interface NotificationTables {
  admin_notifications: {
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
    /** The times before a move, for notifications of type MOVED. */
    from_start: WallTime | null;
    from_end: WallTime | null;
    /** The number of notifications that a MORE_FROM_NETWORK notification replaces. */
    more_count: number | null;
    /** The account of the technician who gets the notification; null: the owner gets it. */
    recipient_id: UserId | null;
  };
  reminders: {
    booking_id: BookingId;
    kind: 'NOTICE_2H' | 'MAIL_24H';
    start_datetime: WallTime;
    client_id: UserId;
    made_at: Ms;
  };

  /** Messages of the owner or the server to people who had not come for long, and the owner's choices not to remind a person. */
  due_marks: {
    id: Generated<number>;
    person_id: PersonId;
    kind: DueMarkKind;
    /** The appointment that was the person's last one when the row was added; null: that appointment was deleted. */
    appointment_id: AppointmentId | null;
    at: Ms;
  };

  /** A browser's push subscription. It is deleted with its session. */
  push_subscriptions: {
    id: Generated<PushSubscriptionId>;
    user_id: UserId;
    session_hash: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: Ms;
  };

  /** The days whose morning summary was sent to the owner. */
  owner_mornings: {
    day: WallDate;
    told_at: Ms;
  };

  /** The delay that a technician last announced; it ends with its day, or with 0 minutes. */
  delays: {
    technician_id: TechnicianId;
    day: WallDate;
    minutes: number;
    at: Ms;
  };

  /** When a person was told to come, because the technician is late. */
  told_times: OfPlace & {
    id: Generated<number>;
    expected: WallTime;
    /** Also the `created_at` of the messages that tell it. */
    at: Ms;
    /** 1: nothing was sent, because she got enough messages today. */
    is_quiet: Flag;
  };

  /** Messages that certainly went out, and calls of the salon. */
  reached: OfPlace & {
    id: Generated<number>;
    what: ToldWhat;
    channel: ReachChannel;
    /** Of a DELAY: the time that the person was told. */
    expected: WallTime | null;
    at: Ms;
    /** The user of the salon; null: Lunula. */
    by_id: UserId | null;
    /** The `created_at` of Lunula's message; null: by hand. */
    queued_at: Ms | null;
    /** 1: undone, but it still keeps the automatic reminder away. */
    is_undone: Generated<Flag>;
  };

  /** A page that is writing to a person: nobody else writes to her meanwhile. */
  reach_claims: {
    booking_id: BookingId;
    claim_id: string;
    by_id: UserId;
    until_at: Ms;
  };

  /** Queued SMS. `content` is their text, without the link, which is made when the SMS is sent. */
  sms_outbox: QueueColumns & {
    id: Generated<number>;
    handed_over_at: Ms | null;
    once_key: string;
    /** null: a test. */
    booking_id: BookingId | null;
    to_number: string;
    /** 1: the number has had a visit, so no stranger has typed it. */
    is_known: Flag;
    parts: number;
    /** The moment of the change that it tells. */
    about_at: Ms;
    /** Until when it may be sent. */
    until_at: Ms;
  };
  client_notifications: ClientNotifications;
}
