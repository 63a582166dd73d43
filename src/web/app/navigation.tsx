import { CalendarCheck, House, LayoutDashboard, LogIn, Phone, Plus, User } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useUnreadCount } from '../lib/queries/notification-queries.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { Lunula } from '../ui/brand.tsx';
import { useIsRail } from '../ui/browser.ts';
import { isKeyboardSeen, useRoomWatch } from '../ui/keyboard.ts';
import { Place } from './place.tsx';

export const phonePopup = lazyPage(() => import('./phone-popup.tsx'));

function PhoneButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="in-data-[user=ADMIN]:invisible"
      >
        <Phone size={22} />
        <span className="word">Pozovi</span>
      </button>
      {isOpen && <LazyPart part={phonePopup} props={{ onClose: () => setIsOpen(false) }} />}
    </>
  );
}

/** The owner's links in the rail: the pages of the admin panel. Phones do not load this chunk. */
const ownerPlaces = lazyPage(() => import('./owner-places.tsx'));

/** Sets an attribute while an on-screen keyboard is visible: CSS then hides the navigation. */
const markKeyboard = (): void => {
  document.documentElement.toggleAttribute('data-keyboard', isKeyboardSeen());
};

/** The navigation: a bar at the bottom, from 1024 px a rail on the left (docs/spec/product.md §2.1). */
export function Navigation() {
  const session = useSession();
  const unread = useUnreadCount();
  useRoomWatch(markKeyboard);
  const [pathname] = useLocation();
  const isAdmin = session?.role === 'ADMIN';
  const isRail = useIsRail();
  const isIn = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <nav aria-label="Navigacija" className="nav">
      <p aria-hidden="true" className="rail">
        <Lunula />
        {useSalon().data?.name}
      </p>
      <Place to={paths.home} icon={House} label="Početna" isCurrent={pathname === paths.home} />
      {isAdmin ? (
        <Place
          to={paths.admin}
          icon={LayoutDashboard}
          label="Admin panel"
          isCurrent={isRail ? pathname === paths.admin : isIn(paths.admin)}
        />
      ) : (
        <PhoneButton />
      )}
      <Link to={paths.booking} aria-current={isIn(paths.booking) ? 'page' : undefined}>
        <span className="plus">
          <Plus size={26} />
        </span>
        <span className="rail">Zakaži termin</span>
      </Link>
      <Place
        to={paths.appointments}
        icon={CalendarCheck}
        label="Moji termini"
        isCurrent={isIn(paths.appointments)}
      />
      {session ? (
        <Place
          key={paths.profile} // without a key React would reuse the element of the login link, whose color would then fade into this link's
          to={paths.profile}
          icon={User}
          label="Profil"
          isCurrent={isIn(paths.profile)}
          unread={isAdmin ? 0 : unread}
        />
      ) : (
        <Place
          to={paths.login}
          icon={LogIn}
          label="Prijava"
          isCurrent={isIn(paths.login)}
          className="in-data-session:invisible"
        />
      )}
      {isAdmin && isRail && <LazyPart part={ownerPlaces} props={{}} />}
    </nav>
  );
}
