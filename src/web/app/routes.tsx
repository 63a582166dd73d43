import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type Sentence, said } from '#domain/language/translate.ts';
import type { Booked } from '../lib/attempts.ts';
import { useSalonName } from '../lib/queries/queries.ts';
import { keepLanguage, useHash, useNavigationKey } from '../lib/routing/browser-router.tsx';
import { Guard, type PageAccess } from '../lib/routing/guard.tsx';
import { Lazy, type LazyPage, lazyPage, lazyPublicPage, prefetch } from '../lib/routing/lazy-page.tsx';
import { type BookingOf, type Path, paths, ticketPath } from '../lib/routing/paths.ts';
import { scroll } from '../lib/routing/scroll.ts';
import { currentSession, isStaff, useSession, viewerOf } from '../lib/session/session.ts';
import { gate } from '../ui/history/entry.ts';

const servicesPage = lazyPublicPage(() => import('../services/services-page.tsx'));
const worksPage = lazyPage(() => import('../works/works-page.tsx'));
const voucherPage = lazyPage(() => import('../payments/voucher-page.tsx'));
const loginPage = lazyPublicPage(() => import('../accounts/login-page.tsx'));
const logoutPage = lazyPage(() => import('../accounts/logout-page.tsx'));
const registerPage = lazyPublicPage(() => import('../accounts/register-page.tsx'));
const resetPage = lazyPublicPage(() => import('../accounts/reset-page.tsx'));
const profilePage = lazyPage(() => import('../accounts/profile-page.tsx'));

const bookingPage = lazyPublicPage(() => import('../booking/booking-page.tsx'));
/** The sheet 'Novi termin', which the + opens for owner and technicians. */
export const newAppointment = lazyPage(() => import('../appointments/new-page.tsx'));
const guestLinks = () => import('../guest-links/guest-links.tsx');
const guestLinkPage = lazyPage(async () => ({ default: (await guestLinks()).GuestLinkPage }));
const bookedView = lazyPage(() => import('../booking/booked-view.tsx'));
const ownTicketPage = lazyPage(() => import('../my-appointments/own-ticket.tsx'));

const movePage = lazyPage(() => import('../booking/move/move-page.tsx'));
/** A page of the owner, which can open the dialogs of appointments. */
const ownersPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazyPage<object>(() =>
    Promise.all([import('../appointments/dialogs.tsx'), load()]).then(([dialogs, page]) =>
      dialogs.withDialogs(page.default),
    ),
  );
const clientsPage = ownersPage(() => import('../clients/clients-page.tsx'));

/** The page that /booking shows: the booking page, a guest's booking by its link, a client's own by its id, or the move of a booking. */
type BookingView =
  | { show: 'booking' }
  | { show: 'link'; token: string }
  | { show: 'own'; id: number }
  | { show: 'move'; of: BookingOf };

function viewIn(hash: string, search: string): BookingView {
  const behind = new URLSearchParams(hash);
  const token = behind.get('termin');
  const moved = behind.get('pomeri');
  const id = Number(new URLSearchParams(search).get('pomeri'));
  if (token !== null) return Number(token) > 0 ? { show: 'own', id: Number(token) } : { show: 'link', token }; // tokens of guests are no numbers
  if (moved !== null) return { show: 'move', of: { token: moved } };
  return id > 0 ? { show: 'move', of: { id } } : { show: 'booking' };
}

function BookingOrLink() {
  const view = viewIn(useHash(), useSearch());
  const entry = useNavigationKey();
  const isOwner = isStaff(useSession());
  const [last, setLast] = useState<{ booked: Booked; entry: string | null } | null>(null);
  useHeadingFocus(view.show);
  // after a reload, or after a navigation to the ticket, its own page shows it
  if (last && last.entry === entry) return <Lazy page={bookedView} props={{ booked: last.booked }} />;
  const onBooked = (booked: Booked) => {
    setLast({ booked, entry });
    const { history } = window;
    gate.pass(() => history.replaceState(history.state, '', keepLanguage(ticketPath(booked))));
  };
  if (view.show === 'own') return <Lazy page={ownTicketPage} props={{ id: view.id }} />;
  if (view.show === 'link') return <Lazy page={guestLinkPage} props={{ token: view.token }} />;
  if (view.show === 'move') return <Lazy page={movePage} props={{ of: view.of }} />;
  if (!isOwner) return <Lazy page={bookingPage} props={{ ticket: bookedView, onBooked }} />;
  return (
    <>
      <Lazy page={homePage} props={{}} />
      <Lazy key={entry} page={newAppointment} props={{}} />
    </>
  );
}

const PAGES = { link: guestLinkPage, own: ownTicketPage, move: movePage };

/** Used on the server, which has no `location`: there /booking always shows the booking page. */
const NO_LOCATION = { hash: '', search: '' };

/** The page that /booking shows, to owner and technicians the sheet 'Novi termin' over their home page: `#termin=…` shows a guest's booking, even while guest booking is off; `?pomeri=…` moves a booking. */
const bookingOrLink: LazyPage<object> = {
  fetch: () => {
    const { hash, search } = globalThis.location ?? NO_LOCATION;
    const { show } = viewIn(hash.slice(1), search);
    if (show !== 'booking') return PAGES[show].fetch();
    return (isStaff(currentSession()) ? newAppointment : bookingPage).fetch();
  },
  component: () => BookingOrLink,
};

type PagesByRole = Record<'visitor' | 'CLIENT' | 'ADMIN', LazyPage<object>>;

function PageOfUser({ pages }: { pages: PagesByRole }) {
  const viewer = viewerOf(useSession());
  return <Lazy key={viewer} page={pages[viewer]} props={{}} />;
}

/** A page that is different for visitors, clients and the owner. */
function byRole(pages: PagesByRole): LazyPage<object> {
  const page = () => <PageOfUser pages={pages} />;
  return { fetch: () => pages[viewerOf(currentSession())].fetch(), component: () => page };
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

interface ScreenBase {
  path: Path;
  /** The page, in a chunk of its own, or a function that chooses such a page. */
  page: LazyPage<object>;
}

/** The titles of the owner's screens are in Serbian only. */
type Screen = ScreenBase &
  ({ title: Sentence; access: Exclude<PageAccess, 'ADMIN'> } | { title: string; access: 'ADMIN' });

const HOME: Screen = { path: paths.home, title: 'Početna', access: 'anyone', page: homePage };

/** The path, title and chunk of each page that only the owner and technicians may open. */
const ownersScreens = [
  [paths.admin, 'Admin panel', () => import('../admin/admin-page.tsx').then((page) => page.load())],
  [paths.adminAppointments, 'Termini', () => import('../slots/slots-page.tsx')],
  [paths.adminServices, 'Usluge', () => import('../services/manage-services-page.tsx')],
  [paths.adminNotifications, 'Notifikacije', () => import('../notifications/notifications-page.tsx')],
  [paths.adminAbsences, 'Odsustva', () => import('../absences/absences-page.tsx')],
  [paths.adminStatistics, 'Statistika', () => import('../statistics/statistics-page.tsx')],
  [paths.adminCalendar, 'Kalendar', () => import('../calendar/calendar-page.tsx')],
  [paths.adminWaitlist, 'Ko čeka', () => import('../waitlist/waitlist-page.tsx')],
  [paths.adminDeleted, 'Obrisani termini', () => import('../slots/deleted-page.tsx')],
  [paths.adminCash, 'Kasa', () => import('../payments/cash-page.tsx')],
  [paths.adminShares, 'Obračun', () => import('../statistics/shares-page.tsx')],
  [paths.adminHelp, 'Uputstvo', () => import('../help/help-page.tsx')],
  [paths.adminSettings, 'Podešavanja', () => import('../settings/settings-page.tsx')],
] as const;

/** Every screen of docs/spec/product.md §2.1. */
const screens: readonly Screen[] = [
  HOME,
  { path: paths.services, title: 'Usluge', access: 'anyone', page: servicesPage },
  { path: paths.works, title: 'Naši radovi', access: 'anyone', page: worksPage },
  { path: paths.vaucer, title: 'Vaučer', access: 'anyone', page: voucherPage },
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
    ([path, title, load]): Screen => ({ path, title, access: 'ADMIN', page: ownersPage(load) }),
  ),
];

const normalized = (pathname: string): string => pathname.toLowerCase().replace(/\/+$/, '') || '/';

const screenAt = (pathname: string): Screen =>
  screens.find(({ path }) => path === normalized(pathname)) ?? HOME;

/** Identifies the page at a path: /admin/due is a tab of the page /admin/clients, which stays mounted. */
export const pageKeyOf = (path: string): string => (path === paths.adminDue ? paths.adminClients : path);

const titleOf = (screen: Screen): string => (screen.access === 'ADMIN' ? screen.title : said(screen.title));

export const titleAt = (pathname: string): string => titleOf(screenAt(pathname));

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
  const screen = screenAt(pathname);
  const { path, access, page } = screen;
  const isOwner = isStaff(useSession());
  useEffect(() => {
    if (isOwner) void prefetch([startOwnersDialogs]);
  }, [isOwner]);
  return (
    <Guard key={pageKeyOf(path)} access={access}>
      <DocumentTitle title={titleOf(screen)} />
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
