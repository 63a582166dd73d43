import {
  CalendarCheck,
  House,
  LayoutDashboard,
  LogIn,
  type LucideIcon,
  Phone,
  Plus,
  User,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { BADGE_MAX_COUNT } from '#domain/limits.ts';
import { unreadInWords, useUnreadCount } from '../lib/queries/notification-queries.ts';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { paths } from '../lib/routing/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { HangingLunula } from '../ui/brand.tsx';
import { cx } from '../ui/cx.ts';
import { isKeyboardSeen, useRoomWatch } from '../ui/keyboard.ts';

const BAR =
  '@container fixed inset-x-0 bottom-0 z-5 grid grid-cols-[1fr_1fr_64px_1fr_1fr] items-center in-data-keyboard:hidden in-data-typing:hidden border-t border-line bg-card min-h-[calc(var(--nav)+env(safe-area-inset-bottom))] pb-[env(safe-area-inset-bottom)] print:hidden';
const PILL =
  'roomy:inset-x-0 roomy:bottom-4 roomy:mx-auto roomy:min-h-15 roomy:w-[min(40rem,100vw-32px)] roomy:grid-cols-[1fr_1fr_72px_1fr_1fr] roomy:rounded-pill roomy:border roomy:px-3 roomy:pb-0 roomy:shadow-float';
const ITEM =
  'relative grid min-h-15 w-full content-center justify-items-center gap-1 text-label font-medium tracking-tight whitespace-nowrap text-soft transition-colors -outline-offset-4 hover:text-ink aria-[current]:font-semibold aria-[current]:text-link low:flex low:min-h-12 low:items-center low:justify-center low:gap-2 md:flex md:items-center md:justify-center md:gap-2 roomy:rounded-pill md:text-small';
// on very narrow phones and with large text only the current item shows its label; with text twice as large no item does
const WORD =
  '@max-[21.9rem]:[:not([aria-current])>&]:sr-only @max-[18rem]:sr-only low:@max-[36rem]:[:not([aria-current])>&]:sr-only md:@max-[36rem]:[:not([aria-current])>&]:sr-only';

interface PlaceProps {
  to: string;
  icon: LucideIcon;
  label: string;
  isCurrent: boolean;
  unread?: number;
  className?: string;
}

function Place({ to, icon: Icon, label, isCurrent, unread = 0, className }: PlaceProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      aria-description={unreadInWords(unread)}
      className={cx(ITEM, className)}
    >
      {isCurrent && <HangingLunula />}
      <Icon aria-hidden="true" size={22} strokeWidth={1.75} />
      <span className={WORD}>{label}</span>
      <Badge
        count={unread}
        className={cx(
          'absolute top-1.5 ring-2 ring-card md:static md:-ml-0.5 md:ring-0',
          unread > BADGE_MAX_COUNT ? 'left-1/2' : 'left-[calc(50%+5px)]', // keeps '99+' on the screen
        )}
      />
    </Link>
  );
}

/** The popup with the salon's phone number, prefetched by the background tasks. */
export const phonePopup = lazyPage(() => import('./phone-popup.tsx'));

function OpenPhonePopup({ onClose }: { onClose: () => void }) {
  const PhonePopup = useLazyPage(phonePopup);
  return <PhonePopup onClose={onClose} />;
}

function PhoneButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={cx(ITEM, 'in-data-[user=ADMIN]:invisible')}
      >
        <Phone aria-hidden="true" size={22} strokeWidth={1.75} />
        <span className={WORD}>Pozovi</span>
      </button>
      {isOpen && (
        <Suspense>
          <OpenPhonePopup onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function PlusLink({ isCurrent }: { isCurrent: boolean }) {
  return (
    <Link
      to={paths.booking}
      aria-label="Zakaži termin"
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'grid place-items-center justify-self-center rounded-full bg-accent text-white transition-colors hover:bg-accent-deep low:mt-0 low:size-11 md:mt-0 roomy:size-12',
        isCurrent
          ? 'size-12 shadow-[0_0_0_3px_var(--card),0_0_0_5px_var(--accent)]'
          : '-mt-8 size-15 shadow-[0_0_0_6px_var(--paper),var(--plus)] low:shadow-none md:shadow-none',
      )}
    >
      <Plus aria-hidden="true" size={26} strokeWidth={1.75} />
    </Link>
  );
}

/** Marks the document while a keyboard is visible, which hides the navigation. A focused field alone does not hide it. */
const markKeyboard = (): void => {
  document.documentElement.toggleAttribute('data-keyboard', isKeyboardSeen());
};

/** The navigation: a bar at the bottom on phones, a centered pill on wide screens (docs/spec/product.md §2.1). */
export function Navigation() {
  const session = useSession();
  const unread = useUnreadCount();
  useRoomWatch(markKeyboard);
  const [pathname] = useLocation();
  const isAdmin = session?.role === 'ADMIN';
  const isIn = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <nav aria-label="Navigacija" className={cx(BAR, PILL)}>
      <Place to={paths.home} icon={House} label="Početna" isCurrent={pathname === paths.home} />
      {isAdmin ? (
        <Place to={paths.admin} icon={LayoutDashboard} label="Admin panel" isCurrent={isIn(paths.admin)} />
      ) : (
        <PhoneButton />
      )}
      <PlusLink isCurrent={isIn(paths.booking)} />
      <Place
        to={paths.appointments}
        icon={CalendarCheck}
        label="Moji termini"
        isCurrent={isIn(paths.appointments)}
      />
      {session ? (
        <Place
          key={paths.profile} // otherwise React would reuse the element of the login link, and its color would fade
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
    </nav>
  );
}
