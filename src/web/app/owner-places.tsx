import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useUnreadCount } from '../lib/queries/notification-queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { useOwnerPlaces } from '../lib/routing/owner-places.ts';
import { paths } from '../lib/routing/paths.ts';
import { NavigationLink } from './navigation-link.tsx';

const searchDialog = lazyPage(() => import('./search-dialog.tsx'));

/** The button 'Pretraga' and its shortcut, Ctrl+K or ⌘K, which does nothing while a dialog is open. */
function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSearch = event.key === 'k' || event.key === 'к'; // the same key in the Latin and the Cyrillic layout
      if (!isSearch || !(event.ctrlKey || event.metaKey) || document.querySelector(':modal')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Search size={22} />
        <span>Pretraga</span>
      </button>
      {isOpen && <LazyPart part={searchDialog} props={{ onClose: () => setIsOpen(false) }} />}
    </>
  );
}

export default function OwnerPlaces() {
  const [pathname] = useLocation();
  const unread = useUnreadCount();
  const places = useOwnerPlaces();
  return (
    <div className="mt-2 border-t border-line pt-2">
      <SearchButton />
      {places.map(({ to, label, icon }) => (
        <NavigationLink
          key={to}
          to={to}
          icon={icon}
          label={label}
          isCurrent={pathname === to || (to === paths.adminClients && pathname === paths.adminDue)}
          unread={to === paths.adminNotifications ? unread : 0}
        />
      ))}
    </div>
  );
}
