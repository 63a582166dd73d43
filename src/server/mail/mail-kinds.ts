import type { ClientNotificationType } from '#domain/notifications.ts';

/**
 * What is mailed, and what a mail keeps until it is sent. Names, phones and reasons are read when it is sent, so the outbox
 * holds nothing of a person but a client's own message and a guest's address; a token is made only then.
 */
export type OwnerMailKind = 'BOOKED_ADMIN' | 'CANCELLED_ADMIN';
export type NotificationMailKind = 'CANCELLED_CLIENT' | 'MOVED_CLIENT' | 'FREE_SLOT_CLIENT';
export type MailKind = OwnerMailKind | NotificationMailKind | 'REMINDER_24H' | 'BOOKED_GUEST' | 'RESET_LINK';

/** The visit that a mail speaks of, as it was when that happened; `version` is the calendar file's SEQUENCE. */
export interface MailedAppointment {
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly service_name: string | null;
  readonly version: number;
}
/** `booked_at` tells this booking of the slot from a later one. */
export interface BookingContent {
  readonly visit: MailedAppointment;
  readonly booked_at: number;
}
/** Title and sentence are those of her notice: mail and screen say the same. */
export interface NotificationContent {
  readonly visit: MailedAppointment;
  readonly type: ClientNotificationType;
  readonly message: string;
}
