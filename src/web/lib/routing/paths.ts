import type { ShortClockTime } from '#domain/wall-clock.ts';

/** All paths of the app (docs/spec/product.md §2.1). */
export const paths = {
  home: '/',
  services: '/services',
  works: '/works',
  login: '/login',
  register: '/register',
  reset: '/reset',
  booking: '/booking',
  appointments: '/appointments',
  profile: '/profile',
  logout: '/logout',
  admin: '/admin',
  adminAppointments: '/admin/appoitments', // the misspelling is intended: docs/spec/product.md §2.1
  adminClients: '/admin/clients',
  adminServices: '/admin/services',
  adminNotifications: '/admin/notifications',
  adminAbsences: '/admin/annual',
  adminStatistics: '/admin/statistics',
  adminCalendar: '/admin/calendar',
  adminSettings: '/admin/settings',
  adminWaitlist: '/admin/waitlist',
  adminDeleted: '/admin/deleted',
  adminHelp: '/admin/help',
  adminCash: '/admin/cash',
  adminDue: '/admin/due',
  adminShares: '/admin/shares',
  vaucer: '/vaucer',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

export function bookingPath(chosen: {
  services?: readonly number[];
  day?: string | undefined;
  slot?: number | undefined;
  time?: ShortClockTime | undefined;
  technician?: number | null;
  /** A work whose picture becomes the wish. */
  work?: number | null;
}): string {
  const { services, day, slot, time, technician, work } = chosen;
  const given = { usluga: services?.join(), dan: day, slot, vreme: time, radnica: technician, rad: work };
  const pairs = Object.entries(given).flatMap(([name, value]) => (value ? `${name}=${value}` : []));
  return pairs.length === 0 ? paths.booking : `${paths.booking}?${pairs.join('&')}`;
}

/** One of the user's own bookings: a client's by its `id`, a guest's by the `token` of its link. */
export type BookingOf = { id: number } | { token: string };

export const movePath = (of: BookingOf): string =>
  `${paths.booking}${'id' in of ? `?pomeri=${of.id}` : `#pomeri=${of.token}`}`;

/** The path of a guest's booking. The token is in the fragment, which browsers send neither to servers nor as referrer. */
export const guestLinkPath = (token: string | number): string => `${paths.booking}#termin=${token}`;

/** The path of a new booking: a guest's by its link, a client's by its id. It survives reloads, Back and a login. */
export const ticketPath = ({ guest_link, id }: { guest_link?: string | null; id: number }): string =>
  guestLinkPath(guest_link ?? id);

/** The address on a map. */
export const mapLink = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
