import { CalendarCheck, House, LayoutDashboard, LogIn, Phone, Plus, User } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { t } from '#domain/language/translate.ts';
import { useUnreadCount } from '../lib/queries/notification-queries.ts';
import { useSalonName } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { currentSession, isStaff, useSession } from '../lib/session/session.ts';
import { Lunula } from '../ui/brand.tsx';
import { isRail, useIsRail } from '../ui/browser.ts';
import { isKeyboardSeen, useRoomWatch } from '../ui/keyboard.ts';
import { NavigationLink } from './navigation-link.tsx';
import { newAppointment } from './routes.tsx';

export const phonePopup = lazyPage(() => import('./phone-popup.tsx'));

function PhoneButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="in-data-staff:invisible"
      >
        <Phone size={22} />
        <span className="word">{t('Pozovi')}</span>
      </button>
      {isOpen && <LazyPart part={phonePopup} props={{ onClose: () => setIsOpen(false) }} />}
    </>
  );
}

/** The owner's links in the rail: the pages of the admin panel. Phones do not load this chunk. */
const ownerPlaces = lazyPage(() => import('./owner-places.tsx'));

/** Fetches what the navigation shows at once. */
export const fetchNavigation = () => isStaff(currentSession()) && isRail() && ownerPlaces.fetch();

/** Sets an attribute while an on-screen keyboard is visible: CSS then hides the navigation. */
const markKeyboard = (): void => {
  document.documentElement.toggleAttribute('data-keyboard', isKeyboardSeen());
};

/** The navigation: a bar at the bottom, from 1024 px a rail on the left (docs/spec/product.md §2.1). */
export function Navigation() {
  const session = useSession();
  const unread = useUnreadCount();
  useRoomWatch(markKeyboard);
  const [pathname, navigate] = useLocation();
  const isAdmin = isStaff(session);
  const hasRail = useIsRail();
  const [isNewOpen, setIsNewOpen] = useState(false);
  const isIn = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <nav aria-label={t('Navigacija')} className="nav">
      <p aria-hidden="true" className="rail">
        <Lunula />
        {useSalonName()}
      </p>
      <NavigationLink to={paths.home} icon={House} label={t('Početna')} isCurrent={pathname === paths.home} />
      {isAdmin ? (
        <NavigationLink
          to={paths.admin}
          icon={LayoutDashboard}
          label="Admin panel"
          isCurrent={hasRail ? pathname === paths.admin : isIn(paths.admin)}
        />
      ) : (
        <PhoneButton />
      )}
      <Link
        to={paths.booking}
        aria-current={isIn(paths.booking) ? 'page' : undefined}
        onClick={(event) => {
          if (!isAdmin) return;
          event.preventDefault();
          // a chunk that cannot load must not break the page below: /booking then says so
          newAppointment.fetch().then(
            () => setIsNewOpen(true),
            () => navigate(paths.booking),
          );
        }}
      >
        <span className="plus">
          <Plus size={26} />
        </span>
        <span className="rail">{t('Zakaži termin')}</span>
      </Link>
      <NavigationLink
        to={paths.appointments}
        icon={CalendarCheck}
        label={t('Moji termini')}
        isCurrent={isIn(paths.appointments)}
      />
      {session ? (
        <NavigationLink
          key={paths.profile} // without a key React would reuse the element of the login link, whose color would then fade into this link's
          to={paths.profile}
          icon={User}
          label={t('Profil')}
          isCurrent={isIn(paths.profile)}
          unread={isAdmin ? 0 : unread}
        />
      ) : (
        <NavigationLink
          to={paths.login}
          icon={LogIn}
          label={t('Prijava')}
          isCurrent={isIn(paths.login)}
          className="in-data-session:invisible"
        />
      )}
      {isNewOpen && <LazyPart part={newAppointment} props={{ onClose: () => setIsNewOpen(false) }} />}
      {isAdmin && hasRail && <LazyPart part={ownerPlaces} props={{}} />}
    </nav>
  );
}
