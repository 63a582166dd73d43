import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { MoveOf } from '../booking/move/move-page.tsx';
import { useHash } from '../lib/routing/browser-router.tsx';
import { Guard, type PageAccess } from '../lib/routing/guard.tsx';
import { Lazy, type LazyPage, lazyPage, lazyPublicPage, prefetch } from '../lib/routing/lazy-page.tsx';
import { type Path, paths } from '../lib/routing/paths.ts';
import { currentSession, useSession } from '../lib/session/session.ts';
import { DocumentTitle, useHeadingFocus } from './focus.tsx';

const servicesPage = lazyPublicPage(() => import('../services/services-page.tsx'));
const loginPage = lazyPublicPage(() => import('../accounts/login-page.tsx'));
const logoutPage = lazyPage(() => import('../accounts/logout-page.tsx'));
const registerPage = lazyPublicPage(() => import('../accounts/register-page.tsx'));
const resetPage = lazyPublicPage(() => import('../accounts/reset-page.tsx'));
const absencesPage = lazyPage(() => import('../absences/absences-page.tsx'));
const adminPage = lazyPage(() => import('../admin/admin-page.tsx'));
const servicesManagePage = lazyPage(() => import('../services/manage-services-page.tsx'));
const slotsPage = lazyPage(() => import('../slots/slots-page.tsx'));
const clientsPage = lazyPage(() => import('../clients/clients-page.tsx'));
const notificationsPage = lazyPage(() => import('../notifications/notifications-page.tsx'));
const profilePage = lazyPage(() => import('../accounts/profile-page.tsx'));
const calendarPage = lazyPage(() => import('../calendar/calendar-page.tsx'));
const settingsPage = lazyPage(() => import('../settings/settings-page.tsx'));
const statisticsPage = lazyPage(() => import('../statistics/statistics-page.tsx'));
const helpPage = lazyPage(() => import('../help/help-page.tsx'));
const cashPage = lazyPage(() => import('../payments/cash-page.tsx'));
const waitlistPage = lazyPage(() => import('../waitlist/waitlist-page.tsx'));

const bookingPage = lazyPublicPage(() => import('../booking/booking-page.tsx'));
const bookingFor = lazyPage(() => import('../appointments/booking-for.tsx'));
const guestLinks = () => import('../guest-links/guest-links.tsx');
const guestLinkPage = lazyPage(async () => ({ default: (await guestLinks()).GuestLinkPage }));

const movePage = lazyPage(() => import('../booking/move/move-page.tsx'));

/** The page that /booking shows: the booking page, an existing booking by its link, or the move of a booking. */
type Place = { show: 'booking' } | { show: 'link'; token: string } | { show: 'move'; of: MoveOf };

function placeIn(hash: string, search: string): Place {
  const behind = new URLSearchParams(hash);
  const token = behind.get('termin');
  const moved = behind.get('pomeri');
  const id = Number(new URLSearchParams(search).get('pomeri'));
  if (token !== null) return { show: 'link', token };
  if (moved !== null) return { show: 'move', of: { token: moved } };
  return id > 0 ? { show: 'move', of: { id } } : { show: 'booking' };
}

function BookingOrLink() {
  const place = placeIn(useHash(), useSearch());
  useHeadingFocus(place.show);
  if (place.show === 'link') return <Lazy key="link" page={guestLinkPage} props={{ token: place.token }} />;
  if (place.show === 'move') return <Lazy key="move" page={movePage} props={{ of: place.of }} />;
  return <Lazy page={bookingPage} props={{ owner: bookingFor }} />;
}

const PAGES = { booking: bookingPage, link: guestLinkPage, move: movePage };

/** Used on the server, which renders only the booking page itself at /booking, without query and fragment. */
const NO_PLACE = { hash: '', search: '' };

/** The page that /booking shows: `#termin=…` shows a guest's booking, even while guest booking is off; `?pomeri=…` moves a booking. */
const bookingOrLink: LazyPage<object> = {
  fetch: () => {
    const { hash, search } = globalThis.location ?? NO_PLACE;
    return PAGES[placeIn(hash.slice(1), search).show].fetch();
  },
  component: () => BookingOrLink,
};

type PagesByRole = Record<'visitor' | 'CLIENT' | 'ADMIN', LazyPage<object>>;

function PageOfUser({ pages }: { pages: PagesByRole }) {
  const role = useSession()?.role ?? 'visitor';
  return <Lazy key={role} page={pages[role]} props={{}} />;
}

/** A page that is different for visitors, clients and the owner. */
function byRole(pages: PagesByRole): LazyPage<object> {
  const page = () => <PageOfUser pages={pages} />;
  return { fetch: () => pages[currentSession()?.role ?? 'visitor'].fetch(), component: () => page };
}

const homePage = byRole({
  visitor: lazyPublicPage(() => import('../home/visitor-home.tsx')),
  CLIENT: lazyPage(() => import('../home/client-home.tsx')),
  ADMIN: lazyPage(() => import('../home/owner-home.tsx')),
});

/** /appointments shows guests the tickets of their bookings (without tickets: redirect to the login), clients their bookings, the owner the list. */
const appointmentsPage = byRole({
  visitor: lazyPage(async () => ({ default: (await guestLinks()).GuestTicketsPage })),
  CLIENT: lazyPage(() => import('../my-appointments/my-appointments-page.tsx')),
  ADMIN: lazyPage(() => import('../salon-appointments/salon-appointments-page.tsx')),
});

interface Screen {
  path: Path;
  title: string;
  access: PageAccess;
  /** The page, in a chunk of its own, or a function that chooses such a page. */
  page: LazyPage<object>;
}

/** Every screen of docs/spec/product.md §2.1. */
const screens: readonly Screen[] = [
  { path: paths.home, title: 'Početna', access: 'anyone', page: homePage },
  { path: paths.services, title: 'Usluge', access: 'anyone', page: servicesPage },
  { path: paths.login, title: 'Prijava', access: 'anyone', page: loginPage },
  { path: paths.register, title: 'Registracija', access: 'anyone', page: registerPage },
  { path: paths.reset, title: 'Nova lozinka', access: 'anyone', page: resetPage },
  { path: paths.logout, title: 'Odjava', access: 'anyone', page: logoutPage },
  { path: paths.booking, title: 'Zakažite termin', access: 'anyone', page: bookingOrLink },
  { path: paths.appointments, title: 'Moji termini', access: 'anyone', page: appointmentsPage },
  { path: paths.profile, title: 'Profil', access: 'logged-in', page: profilePage },
  { path: paths.admin, title: 'Admin panel', access: 'ADMIN', page: adminPage },
  { path: paths.adminAppointments, title: 'Termini', access: 'ADMIN', page: slotsPage },
  { path: paths.adminClients, title: 'Klijenti', access: 'ADMIN', page: clientsPage },
  { path: paths.adminDue, title: 'Vreme je', access: 'ADMIN', page: clientsPage },
  { path: paths.adminServices, title: 'Usluge', access: 'ADMIN', page: servicesManagePage },
  { path: paths.adminNotifications, title: 'Notifikacije', access: 'ADMIN', page: notificationsPage },
  { path: paths.adminAbsences, title: 'Odsustva', access: 'ADMIN', page: absencesPage },
  { path: paths.adminStatistics, title: 'Statistika', access: 'ADMIN', page: statisticsPage },
  { path: paths.adminCalendar, title: 'Kalendar', access: 'ADMIN', page: calendarPage },
  { path: paths.adminWaitlist, title: 'Ko čeka', access: 'ADMIN', page: waitlistPage },
  { path: paths.adminCash, title: 'Kasa', access: 'ADMIN', page: cashPage },
  { path: paths.adminHelp, title: 'Uputstvo', access: 'ADMIN', page: helpPage },
  { path: paths.adminSettings, title: 'Podešavanja', access: 'ADMIN', page: settingsPage },
];

const anyOther: Screen = { path: paths.home, title: 'Početna', access: 'anyone', page: homePage };

const normalized = (pathname: string): string => pathname.toLowerCase().replace(/\/+$/, '') || '/';

const screenAt = (pathname: string): Screen =>
  screens.find(({ path }) => path === normalized(pathname)) ?? anyOther;

export const fetchPageAt = (pathname: string): Promise<void> => screenAt(pathname).page.fetch();

/** Fetches the first data of a client's booking page. While they load, the server's rendering stays visible. */
export async function fetchOwnStartAt(pathname: string, client: QueryClient): Promise<void> {
  if (normalized(pathname) !== paths.booking || currentSession()?.role !== 'CLIENT') return;
  const { fetchOwnStart } = await import('../booking/use-booking-steps.ts');
  await fetchOwnStart(client);
}

export const sessionEnd = lazyPage(() => import('../accounts/session-end.tsx'));

const startOwnersDialogs = () =>
  import('../appointments/dialogs-ahead.ts').then((dialogs) => dialogs.startOwnersDialogs());

export function CurrentPage() {
  const [pathname] = useLocation();
  const { path, title, access, page } = screenAt(pathname);
  const isOwner = useSession()?.role === 'ADMIN';
  useEffect(() => {
    if (isOwner) void prefetch([startOwnersDialogs]);
  }, [isOwner]);
  return (
    <Guard key={path} access={access}>
      <DocumentTitle title={title} />
      <Lazy page={page} props={{}} />
    </Guard>
  );
}
