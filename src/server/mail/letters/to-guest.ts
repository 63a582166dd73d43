import { atMoment } from '#salon/serbian-dates.ts';
import { makeGuestLink } from '../../guest-link/make.ts';
import { pagesAddress } from '../addresses.ts';
import { attachedCalendar } from '../calendar-file.ts';
import type { BookingContent } from '../mail-kinds.ts';
import type { Letter, NotSent, Waiting } from './letter.ts';
import { appointmentNow, greeting, salonFooter, whenOf } from './people.ts';

/** A guest's mail after her booking, with a link of its own: its token is made here and stored only as a hash. */
export async function letterToGuest(mail: Waiting<BookingContent>): Promise<Letter | NotSent> {
  const { db, config, now, content } = mail;
  const { visit, booked_at } = content;
  if (mail.toEmail === null) return 'nobody';
  if (visit.start_datetime <= now.wall) return 'too late';
  const row = await appointmentNow(db, mail.appointmentId);
  if (row?.status !== 'BOOKED' || row.booked_at !== booked_at) return 'no longer true';
  const token = await makeGuestLink(db, { id: row.id, booked_at });
  const path = `/booking?termin=${token}`;
  const to = { name: row.guest_name ?? '', address: mail.toEmail };
  return {
    to,
    subject: `Termin je rezervisan: ${atMoment(visit.start_datetime)}`,
    sentences: [
      greeting(to),
      'Termin je rezervisan. Preko ovog linka možete da ga vidite, otkažete ili dodate u kalendar.',
    ],
    facts: [
      ['Kada', whenOf(visit)],
      ['Usluga', visit.service_name],
    ],
    link: { label: 'Moj termin', url: `${pagesAddress(config)}${path}` },
    footer: salonFooter(config),
    calendar: attachedCalendar(
      {
        method: 'REQUEST',
        appointment: { id: row.id, ...visit },
        title: [config.salon.name, visit.service_name].filter(Boolean).join(': '),
        path,
        attendee: { name: to.name, email: to.address },
      },
      config,
      now.ms,
    ),
  };
}
