/** Every address of the app (docs/spec/product.md §2.1), once. */
export const paths = {
  home: '/',
  services: '/services',
  login: '/login',
  register: '/register',
  reset: '/reset',
  booking: '/booking',
  appointments: '/appointments',
  profile: '/profile',
  logout: '/logout',
  admin: '/admin',
  adminAppointments: '/admin/appoitments', // spelled so: docs/spec/product.md §2.1
  adminClients: '/admin/clients',
  adminServices: '/admin/services',
  adminNotifications: '/admin/notifications',
  adminAbsences: '/admin/annual',
  adminStatistics: '/admin/statistics',
  adminCalendar: '/admin/calendar',
  adminSettings: '/admin/settings',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

/** A guest's own booking. The token stands behind the #, which browsers send to no server and in no referrer. */
export const guestLinkPath = (token: string): string => `${paths.booking}#termin=${token}`;
