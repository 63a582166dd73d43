import { matchPath, Route, Routes, useSearchParams } from 'react-router';
import { homePage } from '../home/home-page.tsx';
import { Guard, type PageAccess } from '../lib/guard.tsx';
import { type LazyComponent, lazyComponent, useLazyComponent } from '../lib/lazy-component.ts';
import { type Path, paths } from '../lib/paths.ts';
import { DocumentTitle } from './focus.tsx';

const servicesPage = lazyComponent(() => import('../services/services-page.tsx'));
const loginPage = lazyComponent(() => import('../accounts/login-page.tsx'));
const logoutPage = lazyComponent(() => import('../accounts/logout-page.tsx'));
const registerPage = lazyComponent(() => import('../accounts/register-page.tsx'));
const resetPage = lazyComponent(() => import('../accounts/reset-page.tsx'));
const appointmentsPage = lazyComponent(() => import('../my-appointments/my-appointments-page.tsx'));
const absencesPage = lazyComponent(() => import('../absences/absences-page.tsx'));
const adminPage = lazyComponent(() => import('../admin/admin-page.tsx'));
const servicesManagePage = lazyComponent(() => import('../services/manage-services-page.tsx'));
const slotsPage = lazyComponent(() => import('../slots/slots-page.tsx'));
const clientsPage = lazyComponent(() => import('../clients/clients-page.tsx'));
const notificationsPage = lazyComponent(() => import('../notifications/notifications-page.tsx'));
const profilePage = lazyComponent(() => import('../accounts/profile-page.tsx'));
const calendarPage = lazyComponent(() => import('../calendar/calendar-page.tsx'));
const statisticsPage = lazyComponent(() => import('../statistics/statistics-page.tsx'));

const bookingPage = lazyComponent(() => import('../booking/booking-page.tsx'));
const guestLinkPage = lazyComponent(() => import('../guest-links/guest-link-page.tsx'));

const tokenIn = (search: URLSearchParams) => search.get('termin');

function Booking() {
  const BookingPage = useLazyComponent(bookingPage);
  return <BookingPage />;
}

function GuestLink({ token }: { token: string }) {
  const GuestLinkPage = useLazyComponent(guestLinkPage);
  return <GuestLinkPage token={token} />;
}

function BookingOrGuestLink() {
  const token = tokenIn(useSearchParams()[0]);
  return token === null ? <Booking /> : <GuestLink token={token} />;
}

/** /booking; with `?termin=…` a guest's own booking, also where the salon no longer takes guests. */
const bookingOrGuestLink: LazyComponent<object> = {
  fetch: () =>
    tokenIn(new URLSearchParams(window.location.search)) === null
      ? bookingPage.fetch()
      : guestLinkPage.fetch(),
  component: () => BookingOrGuestLink,
};

interface Screen {
  path: Path;
  /** In the browser's tab. */
  title: string;
  access: PageAccess;
  /** In a chunk of its own, or choosing among such: whoever opens one page does not load the others. */
  page: LazyComponent<object>;
}

/** Every screen of docs/spec/product.md §2.1. */
const screens: readonly Screen[] = [
  { path: paths.home, title: 'Početna', access: 'anyone', page: homePage },
  { path: paths.services, title: 'Usluge', access: 'anyone', page: servicesPage },
  { path: paths.login, title: 'Prijava', access: 'anyone', page: loginPage },
  { path: paths.register, title: 'Registracija', access: 'anyone', page: registerPage },
  { path: paths.reset, title: 'Nova lozinka', access: 'anyone', page: resetPage },
  { path: paths.logout, title: 'Odjava', access: 'anyone', page: logoutPage },
  { path: paths.booking, title: 'Zakažite termin', access: 'anyone', page: bookingOrGuestLink },
  { path: paths.appointments, title: 'Moji termini', access: 'logged-in', page: appointmentsPage },
  { path: paths.profile, title: 'Profil', access: 'logged-in', page: profilePage },
  { path: paths.admin, title: 'Admin panel', access: 'ADMIN', page: adminPage },
  { path: paths.adminAppointments, title: 'Termini', access: 'ADMIN', page: slotsPage },
  { path: paths.adminClients, title: 'Klijenti', access: 'ADMIN', page: clientsPage },
  { path: paths.adminServices, title: 'Usluge', access: 'ADMIN', page: servicesManagePage },
  { path: paths.adminNotifications, title: 'Notifikacije', access: 'ADMIN', page: notificationsPage },
  { path: paths.adminAbsences, title: 'Odsustva', access: 'ADMIN', page: absencesPage },
  { path: paths.adminStatistics, title: 'Statistika', access: 'ADMIN', page: statisticsPage },
  { path: paths.adminCalendar, title: 'Kalendar', access: 'ADMIN', page: calendarPage },
];

function Shown({ page }: Pick<Screen, 'page'>) {
  const Page = useLazyComponent(page);
  return <Page />;
}

function element({ path, title, access, page }: Screen) {
  return (
    <Guard access={access}>
      <DocumentTitle title={title} />
      <Shown key={path} page={page} />
    </Guard>
  );
}

/** Any other path shows the home screen (docs/spec/product.md §2.1). */
const anyOther: Screen = { path: paths.home, title: 'Početna', access: 'anyone', page: homePage };

/** Brings the page of an address, before it is shown. */
export const fetchPageAt = (pathname: string): Promise<void> =>
  (screens.find(({ path }) => matchPath(path, pathname)) ?? anyOther).page.fetch();

export function Screens() {
  return (
    <Routes>
      {screens.map((screen) => (
        <Route key={screen.path} path={screen.path} element={element(screen)} />
      ))}
      <Route path="*" element={element(anyOther)} />
    </Routes>
  );
}
