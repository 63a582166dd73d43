import { Bell, LayoutDashboard, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { unreadInWords, useUnreadCount } from '../lib/queries/notification-queries.ts';
import { useSalonName } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { PriceList } from '../services/price-list.tsx';
import { Badge } from '../ui/badge.tsx';
import { Brand, LunulaRule } from '../ui/brand.tsx';
import { IconLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { SalonLinks } from './salon-links.tsx';

/** The layout of the home page: content, price list, salon links; on desktops the price list is on the right. */
export function HomeLayout({ children }: { children: ReactNode }) {
  return (
    <Page width="home">
      <BrandBar />
      <div className="md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-[auto_1fr] md:gap-x-18">
        <div>{children}</div>
        <div className="max-md:after-skeleton in-data-[user=ADMIN]:invisible max-md:in-data-user:invisible md:col-start-2 md:row-span-2 md:row-start-1">
          <div className="md:hidden">
            <LunulaRule />
          </div>
          <section className="md:pt-6">
            <h2>Cenovnik</h2>
            <PriceList />
          </section>
        </div>
        <div className="mt-8 after-skeleton in-data-user:invisible">
          <SalonLinks />
        </div>
      </div>
    </Page>
  );
}

/** Links with unread counts: for the owner to the panel and notifications, for clients to the profile (docs/spec/product.md §2.2). */
function Shortcuts({ role }: { role: 'ADMIN' | 'CLIENT' }) {
  const unread = useUnreadCount();
  const words = unreadInWords(unread);
  const badge = <Badge count={unread} className="absolute top-0 left-6 ring-2 ring-paper" />;
  if (role === 'CLIENT') {
    return <IconLink icon={User} label="Profil" description={words} to={paths.profile} badge={badge} />;
  }
  return (
    <span className="flex">
      <IconLink icon={LayoutDashboard} label="Admin panel" to={paths.admin} />
      <IconLink
        icon={Bell}
        label="Notifikacije"
        description={words}
        to={paths.adminNotifications}
        badge={badge}
      />
    </span>
  );
}

export function BrandBar() {
  const session = useSession();
  return (
    <div className="flex min-h-11 items-center justify-end gap-3">
      <Brand name={useSalonName()} to={paths.home} />
      {session && <Shortcuts role={session.role} />}
    </div>
  );
}
