/** The words on the admin's notification cards and badges (texts.md, Admin notification cards; spec.md §2, §9). */
import { BADGE_MAX_COUNT } from '../limits.ts';

export const ADMIN_NOTICE_TYPES = ['NEW_BOOKING', 'CANCELLED', 'NEW_CLIENT', 'FREE_SLOT_GUEST'] as const;
export type AdminNoticeType = (typeof ADMIN_NOTICE_TYPES)[number];

const LABELS: Partial<Record<string, string>> = {
  NEW_BOOKING: 'Novi termin',
  CANCELLED: 'Otkazan termin',
  NEW_CLIENT: 'Novi klijent',
} satisfies Partial<Record<AdminNoticeType, string>>;

export const LATE_CANCELLATION_LABEL = 'Kasno otkazivanje';

/** What a notification is called; a type without a name of its own is the generic kind. texts.md */
export const adminNoticeLabel = (type: string): string =>
  (Object.hasOwn(LABELS, type) && LABELS[type]) || 'Notifikacija';

/** The call-task of FREE_SLOT_GUEST. texts.md */
export const callGuestText = (guest: { guest_name: string | null; guest_phone: string | null }): string =>
  `Pozvati: ${[guest.guest_name, guest.guest_phone].filter(Boolean).join(', ')}`;

/** A badge's text: nothing for none unread, '99+' above 99. spec.md §9 */
export function badgeText(unread: number): string | undefined {
  if (unread <= 0) return undefined;
  return unread > BADGE_MAX_COUNT ? `${BADGE_MAX_COUNT}+` : String(unread);
}
