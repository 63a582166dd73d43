import { absenceEndpoints } from '../absences.ts';
import { accountEndpoints } from '../accounts.ts';
import { appointmentEndpoints } from '../appointments.ts';
import { backupEndpoints } from '../backups.ts';
import { bookingEndpoints } from '../booking/booking.ts';
import { guestLinkEndpoints } from '../booking/guest-links.ts';
import { bulkChangeEndpoints } from '../bulk-changes.ts';
import { calendarEndpoints } from '../calendar/calendar.ts';
import { calendarFeedEndpoints } from '../calendar/calendar-feed.ts';
import { clientEndpoints } from '../clients.ts';
import type { Endpoint } from '../endpoint.ts';
import { eventEndpoints } from '../events.ts';
import { historyEndpoints } from '../history.ts';
import { adminNotificationEndpoints, clientNotificationEndpoints } from '../notifications.ts';
import { pushEndpoints } from '../push.ts';
import { salonEndpoints } from '../salon.ts';
import { serviceEndpoints } from '../services.ts';
import { settingsEndpoints } from '../settings.ts';
import { statisticsEndpoints } from '../statistics.ts';
import { waitlistEndpoints } from '../waitlist.ts';
import { weekTemplateEndpoints } from '../week-templates.ts';

interface Feature {
  readonly name: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

/** The features as the description groups its operations: one tag each. */
export const features: readonly Feature[] = [
  {
    name: 'Booking',
    description: 'Free slots, and what clients and guests do with a booking of their own.',
    endpoints: bookingEndpoints,
  },
  {
    name: 'Guest links',
    description: "A guest's own booking, by the secret token of its link, and calendar files.",
    endpoints: guestLinkEndpoints,
  },
  {
    name: 'Waitlist',
    description: 'Waiting for a day without free slots.',
    endpoints: waitlistEndpoints,
  },
  {
    name: 'Services',
    description: 'The price list.',
    endpoints: serviceEndpoints,
  },
  {
    name: 'Accounts',
    description: 'Logging in and out, registration, passwords, the own profile and data.',
    endpoints: accountEndpoints,
  },
  {
    name: 'Own notifications',
    description: 'What the salon tells a client in the app.',
    endpoints: clientNotificationEndpoints,
  },
  {
    name: 'Appointments',
    description: "The owner's list and single appointments of every status.",
    endpoints: [...appointmentEndpoints, ...bulkChangeEndpoints, ...historyEndpoints],
  },
  {
    name: 'Calendar',
    description: "The owner's calendar: moving, resizing, swapping, and taking it back.",
    endpoints: calendarEndpoints,
  },
  {
    name: 'Clients',
    description: "The owner's clients.",
    endpoints: clientEndpoints,
  },
  {
    name: 'Week templates',
    description: 'The slots of the usual week, and making weeks of slots from them.',
    endpoints: weekTemplateEndpoints,
  },
  {
    name: 'Absences',
    description: 'Days on which the salon is closed.',
    endpoints: absenceEndpoints,
  },
  {
    name: 'Notifications',
    description: 'What the owner is told.',
    endpoints: adminNotificationEndpoints,
  },
  {
    name: 'Push',
    description: 'Notifications on the devices of clients and of the owner (Web Push).',
    endpoints: pushEndpoints,
  },
  {
    name: 'Statistics',
    description: 'Figures of a period of at most ten years, by the start of the appointment.',
    endpoints: statisticsEndpoints,
  },
  {
    name: 'Settings',
    description: 'What the owner sets, and the address of the calendar for other programs.',
    endpoints: [...settingsEndpoints, ...calendarFeedEndpoints],
  },
  {
    name: 'Salon and server',
    description:
      'What everybody may know of the salon, what changes in it, copies of it, and whether the server is well.',
    endpoints: [...salonEndpoints, ...eventEndpoints, ...backupEndpoints],
  },
];
