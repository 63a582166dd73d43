import type { ClientNoticeType } from '#domain/notifications.ts';

/**
 * What is mailed, and what a mail keeps until it is sent. Names, phones and reasons are read when it is sent, so the outbox
 * holds nothing of a person but a client's own message and a guest's address; a token is made only then.
 */
export type OwnerMailKind = 'BOOKED_ADMIN' | 'CANCELLED_ADMIN';
export type NoticeMailKind = 'CANCELLED_CLIENT' | 'MOVED_CLIENT' | 'FREE_SLOT_CLIENT';
export type MailKind = OwnerMailKind | NoticeMailKind | 'REMINDER_24H' | 'BOOKED_GUEST' | 'RESET_LINK';

/** The visit that a mail speaks of, as it was when that happened; `version` is the calendar file's SEQUENCE. */
export interface MailedVisit {
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly service_name: string | null;
  readonly version: number;
}
/** `booked_at` tells this booking of the slot from a later one. */
export interface BookingContent {
  readonly visit: MailedVisit;
  readonly booked_at: number;
}
/** Title and sentence are those of her notice: mail and screen say the same. */
export interface NoticeContent {
  readonly visit: MailedVisit;
  readonly type: ClientNoticeType;
  readonly message: string;
}
