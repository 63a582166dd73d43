import { adminNoticeLabel, LATE_CANCELLATION_LABEL } from '#salon/notices/notice-texts.ts';
import { atMoment } from '#salon/serbian-dates.ts';
import { pagesAddress } from '../addresses.ts';
import { attachedCalendar } from '../calendar-file.ts';
import type { BookingContent, OwnerMailKind } from '../mail-kinds.ts';
import type { Letter, NotSent, Waiting } from './letter.ts';
import { type AppointmentNow, appointmentNow, recipientOf, salonFooter, whenOf } from './people.ts';

/** A booking for another person names both: whom the chair is for, and whose account booked it. */
function personOf(row: AppointmentNow | undefined): { name: string | null; phone: string | null } {
  if (!row) return { name: null, phone: null };
  if (row.guest_name === null) return { name: row.client_name, phone: row.client_phone };
  const account = row.client_name === null ? '' : ` (nalog: ${row.client_name})`;
  return { name: `${row.guest_name}${account}`, phone: row.guest_phone };
}

/** The row while it still is this booking: of a later one the mail must not name the person. */
async function sameBooking({ db, appointmentId, content }: Waiting<BookingContent>) {
  const row = await appointmentNow(db, appointmentId);
  return row?.booked_at === content.booked_at ? row : undefined;
}

function calendarFor(mail: Waiting<BookingContent>, kind: OwnerMailKind, title: string) {
  const method = kind === 'CANCELLED_ADMIN' ? 'CANCEL' : 'PUBLISH';
  const appointment = { id: mail.appointmentId, ...mail.content.visit };
  return attachedCalendar({ method, appointment, title, path: '/admin/calendar' }, mail.config, mail.now.ms);
}

/** The owner's mail of a new booking or of a client's cancellation. */
export async function letterToOwner(
  kind: OwnerMailKind,
  mail: Waiting<BookingContent>,
): Promise<Letter | NotSent> {
  const { config } = mail;
  if (!config.mail.adminMail) return 'switched off';
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  const { visit } = mail.content;
  const row = await sameBooking(mail);
  const person = personOf(row);
  const isCancelled = kind === 'CANCELLED_ADMIN';
  const label = adminNoticeLabel(isCancelled ? 'CANCELLED' : 'NEW_BOOKING');
  return {
    to,
    subject: `${label}: ${atMoment(visit.start_datetime)}`,
    sentences: isCancelled && row?.is_late === 1 ? [LATE_CANCELLATION_LABEL] : [],
    facts: [
      ['Kada', whenOf(visit)],
      ['Ko', person.name],
      ['Telefon', person.phone],
      ['Usluga', visit.service_name],
      ['Napomena', row?.notes ?? null],
      ['Razlog otkazivanja', isCancelled ? (row?.cancel_reason ?? null) : null],
    ],
    link: { label: 'Otvori notifikacije', url: `${pagesAddress(config)}/admin/notifications` },
    footer: salonFooter(config),
    calendar: calendarFor(mail, kind, [person.name, visit.service_name].filter(Boolean).join(', ') || label),
  };
}
