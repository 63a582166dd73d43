import type { Generated } from 'kysely';
import type { AppointmentId, Id, UserId } from '#domain/ids.ts';
import type { WallDate, WallTime } from '#domain/wall-clock.ts';
import type { HistoryAction, HistoryRole, HistorySubject } from '#domain/wording/history.ts';

/** The tables beside the book: what makes a repeated request possible, settings, history. Moments are epoch milliseconds. */
type Ms = number;

export interface ResetLinks {
  token_hash: string;
  user_id: UserId;
  expires_at: Ms;
  used_at: Ms | null;
}

export interface LoginAttempts {
  id: Generated<number>;
  account: string;
  address: string;
  at: Ms;
}

export interface IdempotencyKeys {
  caller: string;
  key_hash: string;
  request_hash: string;
  user_id: UserId | null;
  appointment_id: AppointmentId;
  answer: string;
  created_at: Ms;
}

/** `value` is JSON, in the setting's shape of the contract. */
export interface SettingRows {
  name: string;
  value: string;
  changed_at: Ms;
}

/** Keys that the salon has made for itself; no response carries them. */
export interface Secrets {
  name: string;
  value: string;
  created_at: Ms;
}

/** What callers did, by a keyed hash of who they are; `at` is the moment. */
export interface CountedActs {
  id: Generated<number>;
  subject: string;
  act: string;
  at: Ms;
}

/** Append-only but for erasure; `changes` is JSON. */
export interface History {
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

/** One row: when clearing last looked at the clock, and since when it doubts it. */
export interface Clearing {
  id: number;
  seen_at: Ms;
  doubted_at: Ms | null;
}

/** One row at most: the owner's link that works, and since when. */
export interface CalendarFeeds {
  id: 1;
  token_hash: string;
  created_at: Ms;
}

/** The days whose slots were made from the templates, by hand or by themselves. */
export interface GeneratedDays {
  day: WallDate;
  generated_at: Ms;
}

export type PushSubscriptionId = Id<'push subscription'>;
export type PushId = Id<'push'>;

/** A browser that is reached through its maker's push service, for as long as its session lives. */
export interface PushSubscriptions {
  id: Generated<PushSubscriptionId>;
  user_id: UserId;
  session_hash: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Ms;
}

/** One message to one subscription. What it says is read when it is sent: nothing of a person stands here. */
export interface PushOutbox {
  id: Generated<PushId>;
  subscription_id: PushSubscriptionId;
  /** For whom: a device that has changed hands gets nothing of the one before. */
  user_id: UserId;
  kind: string;
  /** The notification or the appointment. */
  subject_id: number | null;
  /** JSON: what must still hold. */
  content: string;
  created_at: Ms;
  visible_at: Ms;
  attempts: Generated<number>;
  next_try_at: Ms;
  sent_at: Ms | null;
  given_up_at: Ms | null;
  last_error: string | null;
}

/** The days of which the owner was told in the morning. */
export interface OwnerMornings {
  day: WallDate;
  told_at: Ms;
}
