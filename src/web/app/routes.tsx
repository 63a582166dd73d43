import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSalonName } from '../lib/queries/queries.ts';
import { useHash, useNavigationKey } from '../lib/routing/browser-router.tsx';
import { Guard, type PageAccess } from '../lib/routing/guard.tsx';
import { Lazy, type LazyPage, lazyPage, lazyPublicPage, prefetch } from '../lib/routing/lazy-page.tsx';
import { type BookingOf, type Path, paths } from '../lib/routing/paths.ts';
import { scroll } from '../lib/routing/scroll.ts';
import { currentSession, useSession } from '../lib/session/session.ts';

const servicesPage = lazyPublicPage(() => import('../services/services-page.tsx'));
const loginPage = lazyPublicPage(() => import('../accounts/login-page.tsx'));
const logoutPage = lazyPage(() => import('../accounts/logout-page.tsx'));
const registerPage = lazyPublicPage(() => import('../accounts/register-page.tsx'));
const resetPage = lazyPublicPage(() => import('../accounts/reset-page.tsx'));
const profilePage = lazyPage(() => import('../accounts/profile-page.tsx'));

const bookingPage = lazyPublicPage(() => import('../booking/booking-page.tsx'));
const bookingFor = lazyPage(() => import('../appointments/booking-for.tsx'));
const guestLinks = () => import('../guest-links/guest-links.tsx');
const guestLinkPage = lazyPage(async () => ({ default: (await guestLinks()).GuestLinkPage }));

const movePage = lazyPage(() => import('../booking/move/move-page.tsx'));
const clientsPage = lazyPage(() => import('../clients/clients-page.tsx'));

/** The page that /booking shows: the booking page, an existing booking by its link, or the move of a booking. */
type Place = { show: 'booking' } | { show: 'link'; token: string } | { show: 'move'; of: BookingOf };

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
  if (place.show === 'link') return <Lazy page={guestLinkPage} props={{ token: place.token }} />;
  if (place.show === 'move') return <Lazy page={movePage} props={{ of: place.of }} />;
  return <Lazy page={bookingPage} props={{ owner: bookingFor }} />;
}

const PAGES = { booking: bookingPage, link: guestLinkPage, move: movePage };

/** Used on the server, which has no `location`: there /booking always shows the booking page. */
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

const HOME: Screen = { path: paths.home, title: 'Početna', access: 'anyone', page: homePage };

/** The path, title and chunk of each page that only the owner and technicians may open. */
const ownersScreens = [
  [paths.admin, 'Admin panel', () => import('../admin/admin-page.tsx')],
  [paths.adminAppointments, 'Termini', () => import('../slots/slots-page.tsx')],
  [paths.adminServices, 'Usluge', () => import('../services/manage-services-page.tsx')],
  [paths.adminNotifications, 'Notifikacije', () => import('../notifications/notifications-page.tsx')],
  [paths.adminAbsences, 'Odsustva', () => import('../absences/absences-page.tsx')],
  [paths.adminStatistics, 'Statistika', () => import('../statistics/statistics-page.tsx')],
  [paths.adminCalendar, 'Kalendar', () => import('../calendar/calendar-page.tsx')],
  [paths.adminWaitlist, 'Ko čeka', () => import('../waitlist/waitlist-page.tsx')],
  [paths.adminCash, 'Kasa', () => import('../payments/cash-page.tsx')],
  [paths.adminHelp, 'Uputstvo', () => import('../help/help-page.tsx')],
  [paths.adminSettings, 'Podešavanja', () => import('../settings/settings-page.tsx')],
] as const;

/** Every screen of docs/spec/product.md §2.1. */
const screens: readonly Screen[] = [
  HOME,
  { path: paths.services, title: 'Usluge', access: 'anyone', page: servicesPage },
  { path: paths.login, title: 'Prijava', access: 'anyone', page: loginPage },
  { path: paths.register, title: 'Registracija', access: 'anyone', page: registerPage },
  { path: paths.reset, title: 'Nova lozinka', access: 'anyone', page: resetPage },
  { path: paths.logout, title: 'Odjava', access: 'anyone', page: logoutPage },
  { path: paths.booking, title: 'Zakažite termin', access: 'anyone', page: bookingOrLink },
  { path: paths.appointments, title: 'Moji termini', access: 'anyone', page: appointmentsPage },
  { path: paths.profile, title: 'Profil', access: 'logged-in', page: profilePage },
  { path: paths.adminClients, title: 'Klijenti', access: 'ADMIN', page: clientsPage },
  { path: paths.adminDue, title: 'Vreme je', access: 'ADMIN', page: clientsPage },
  ...ownersScreens.map(
    ([path, title, load]): Screen => ({ path, title, access: 'ADMIN', page: lazyPage(load) }),
  ),
];

const normalized = (pathname: string): string => pathname.toLowerCase().replace(/\/+$/, '') || '/';

const screenAt = (pathname: string): Screen =>
  screens.find(({ path }) => path === normalized(pathname)) ?? HOME;

/** Identifies the page at a path: /admin/due is a tab of the page /admin/clients, which stays mounted. */
export const pageKeyOf = (path: string): string => (path === paths.adminDue ? paths.adminClients : path);

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
    <Guard key={pageKeyOf(path)} access={access}>
      <DocumentTitle title={title} />
      <Lazy page={page} props={{}} />
    </Guard>
  );
}

/** Keeps `document.title` current: 'Usluge - Lunula'. The server renders the first title. */
function DocumentTitle({ title }: { title: string }) {
  const name = useSalonName();
  useEffect(() => {
    if (name !== undefined) document.title = `${title} - ${name}`;
  }, [title, name]);
  return null;
}

/** After each navigation, focuses the heading and scrolls to the top, or on Back to the earlier position. Waits for the page's chunk. */
export function RouteFocus() {
  const [path] = useLocation();
  const entry = useNavigationKey() ?? path; // after a load by the browser the history entry has no key, so its path identifies it
  useHeadingFocus(pageKeyOf(path));
  useEffect(() => scroll.onShown(entry), [entry]);
  return null;
}

/** Focuses the heading and scrolls to the top when `shown` changes; one path can show several pages in turn. */
function useHeadingFocus(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    scroll.toTop();
    const main = document.querySelector<HTMLElement>('main');
    const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main;
    target?.focus({ preventScroll: true });
  }, [shown]);
}
