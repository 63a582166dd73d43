import { absence, absenceWithConflicts, whatItMeets } from '../absences.ts';
import { person, profile, role } from '../accounts.ts';
import {
  appointment,
  freeSlot,
  listedAppointment,
  salonAppointment,
  status,
  visibleAppointment,
} from '../appointments.ts';
import { backup } from '../backups.ts';
import { guestBooking } from '../booking/guest-links.ts';
import { client, clientChoice, clientDetails } from '../clients.ts';
import { historyChange, historyEntry } from '../history.ts';
import { adminNotification, clientNotification } from '../notifications.ts';
import { salon } from '../salon.ts';
import {
  absenceId,
  adminNotificationId,
  appointmentId,
  clientNotificationId,
  clockTime,
  count,
  flag,
  serviceId,
  shapeNotes,
  templateId,
  userId,
  waitId,
  wallDate,
  wallTime,
} from '../schemas.ts';
import { service } from '../services.ts';
import { savedSettings } from '../settings.ts';
import {
  dayCount,
  dayRevenue,
  serviceCount,
  serviceRevenue,
  topClient,
  totals,
  utilization,
} from '../statistics.ts';
import { waiting } from '../waitlist.ts';
import { plannedSlot, range, template } from '../week-templates.ts';

const single = shapeNotes
  .add(wallTime, {
    id: 'WallTime',
    description: "Date and time on the salon's wall clock, `YYYY-MM-DD HH:mm:ss`; it names no time zone.",
    pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
    examples: ['2026-11-19 10:00:00'],
  })
  .add(wallDate, {
    id: 'WallDate',
    description: "A day on the salon's wall clock, `YYYY-MM-DD`.",
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    examples: ['2026-11-19'],
  })
  .add(clockTime, {
    id: 'ClockTime',
    description: "A time of day on the salon's wall clock, `HH:mm:ss`.",
    pattern: '^\\d{2}:\\d{2}:\\d{2}$',
    examples: ['09:00:00'],
  })
  .add(flag, { id: 'Flag', description: 'Yes is 1, no is 0.' })
  .add(role, {
    id: 'Role',
    description: 'ADMIN is the owner, of whom there is one; everybody else is CLIENT.',
  })
  .add(status, {
    id: 'AppointmentStatus',
    description:
      'AVAILABLE: a slot that may be booked. BOOKED: somebody comes. BLOCKED: not offered. CANCELLED: kept as history.',
  })
  .add(appointmentId, { id: 'AppointmentId', description: 'The id of an appointment, also of a free slot.' })
  .add(serviceId, { id: 'ServiceId', description: 'The id of a service of the price list.' })
  .add(userId, { id: 'UserId', description: 'The id of an account or client.' })
  .add(templateId, { id: 'TemplateId', description: 'The id of a week template.' })
  .add(absenceId, { id: 'AbsenceId', description: 'The id of an absence.' })
  .add(waitId, { id: 'WaitId', description: 'The id of an entry of the waiting list.' })
  .add(adminNotificationId, {
    id: 'NotificationId',
    description: "The id of one of the owner's notifications.",
  })
  .add(clientNotificationId, {
    id: 'OwnNotificationId',
    description: "The id of one of a client's notifications.",
  });

const people = single
  .add(person, { id: 'Person', description: 'Who is logged in.' })
  .add(profile, { id: 'Profile', description: 'The own account (docs/spec/product.md §3.5).' })
  .add(client, { id: 'Client', description: 'A client as the admin sees them (docs/spec/product.md §3.4).' })
  .add(clientChoice, { id: 'ClientChoice', description: 'A client in the picker.' })
  .add(clientDetails, {
    id: 'ClientDetails',
    description: 'A client with visits and cancellations counted (docs/spec/product.md §2.14).',
  })
  .add(waiting, {
    id: 'WaitlistEntry',
    description: 'One who waits for a day: a client, or with `client_id` null a guest.',
  });

const appointments = people
  .add(appointment, {
    id: 'Appointment',
    description: 'An appointment as its own client sees it (docs/spec/product.md §3.1).',
  })
  .add(visibleAppointment, {
    id: 'VisibleAppointment',
    description:
      'An appointment as clients and the admin get it: the last three fields are there for the admin alone.',
  })
  .add(salonAppointment, { id: 'SalonAppointment', description: 'An appointment as the admin sees it.' })
  .add(listedAppointment, { id: 'ListedAppointment', description: "An appointment in the owner's list." })
  .add(freeSlot, {
    id: 'FreeSlot',
    description: 'What anybody may see of a slot that can be booked (docs/spec/behaviour.md §5.2).',
  })
  .add(guestBooking, {
    id: 'GuestBooking',
    description: "A guest's own booking as its link shows it (docs/spec/behaviour.md §5.17).",
  })
  .add(historyEntry, {
    id: 'HistoryEntry',
    description: 'Who changed what, and when (docs/spec/behaviour.md §12.1).',
  })
  .add(historyChange, { id: 'HistoryChange', description: 'One field as it was and as it is.' });

/** The shapes that the description names, each with what it is; all others are named after their operation. */
export const namedShapes = appointments
  .add(service, { id: 'Service', description: 'A service of the price list (docs/spec/product.md §3.2).' })
  .add(template, {
    id: 'Template',
    description: 'One slot of the usual week (docs/spec/product.md §3.3).',
  })
  .add(plannedSlot, { id: 'PlannedSlot', description: 'A slot that generating would create.' })
  .add(range, { id: 'DayRange', description: 'The days from `from` to `to`, both included.' })
  .add(absence, {
    id: 'Absence',
    description: 'Days on which the salon is closed (docs/spec/product.md §3.6).',
  })
  .add(whatItMeets, { id: 'AbsencePreview', description: 'What days of absence meet.' })
  .add(absenceWithConflicts, { id: 'AbsenceWithConflicts', description: 'An absence and what it meets.' })
  .add(adminNotification, {
    id: 'Notification',
    description:
      "One of the owner's notifications: the booking as it was then, the client's name and contact as they are (docs/spec/product.md §3.7).",
  })
  .add(clientNotification, {
    id: 'OwnNotification',
    description: "One of a client's notifications (docs/spec/product.md §3.8).",
  })
  .add(dayCount, { id: 'DayCount', description: 'Bookings of a day.' })
  .add(dayRevenue, { id: 'DayRevenue', description: 'Revenue of a day.' })
  .add(serviceRevenue, { id: 'ServiceRevenue', description: 'Revenue of a service.' })
  .add(serviceCount, { id: 'ServiceCount', description: 'Bookings of a service.' })
  .add(topClient, { id: 'TopClient', description: 'A client and how often they booked.' })
  .add(utilization, {
    id: 'Utilization',
    description: 'Appointments of a period by status, and how full it was.',
  })
  .add(totals, { id: 'Totals', description: 'A period in six figures (docs/spec/behaviour.md §8).' })
  .add(salon, {
    id: 'Salon',
    description: 'What everybody may know of the salon (docs/spec/behaviour.md §7.5).',
  })
  .add(savedSettings, {
    id: 'Settings',
    description: 'Every setting of the owner (docs/spec/behaviour.md §1.4).',
  })
  .add(backup, { id: 'Backup', description: 'A copy of the salon (docs/spec/behaviour.md §11.2).' })
  .add(count, { id: 'Count', description: 'How many.' });
