import { useQuery } from '@tanstack/react-query';
import { NO_UNREAD, notificationQueries } from '../lib/notification-queries.ts';
import { paths } from '../lib/paths.ts';
import { unreadInWords } from '../lib/query-hooks.ts';
import { Badge } from '../ui/badge.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { AdminNotificationList, type TabTexts } from './admin-list.tsx';
import './notifications.css';

/** docs/spec/texts.md §2.4. */
const TABS = [
  {
    id: 'sve',
    tab: 'ALL',
    label: 'Sve',
    empty: 'Još nema notifikacija.',
    deleteAll: 'Obrisati sve notifikacije?',
  },
  {
    id: 'novi-termini',
    tab: 'NEW_BOOKING',
    label: 'Novi termini',
    empty: 'Nema novih termina.',
    deleteAll: 'Obrisati sve notifikacije o novim terminima?',
  },
  {
    id: 'otkazani',
    tab: 'CANCELLED',
    label: 'Otkazani',
    empty: 'Nema otkazanih termina.',
    deleteAll: 'Obrisati sve notifikacije o otkazanim terminima?',
  },
  {
    id: 'novi-klijenti',
    tab: 'NEW_CLIENT',
    label: 'Novi klijenti',
    empty: 'Nema novih klijenata.',
    deleteAll: 'Obrisati sve notifikacije o novim klijentkinjama?',
  },
] as const satisfies readonly TabTexts[];

/** /admin/notifications: bookings, cancellations, registrations, and guests to call (docs/spec/product.md §2.16). */
export default function NotificationsPage() {
  const [chosen, setChosen] = useTab(['sve', 'novi-termini', 'otkazani', 'novi-klijenti']);
  const { data: unread = NO_UNREAD } = useQuery(notificationQueries.unreadByTab());
  const texts = TABS.find(({ id }) => id === chosen) ?? TABS[0];
  const tabs = TABS.map(({ id, tab, label }) => ({
    id,
    label,
    badge: <Badge count={unread[tab]} />,
    description: unreadInWords(unread[tab]),
  }));
  return (
    <Page>
      <PageHead title="Notifikacije" back={{ to: paths.admin, label: 'Admin panel' }} />
      <Tabs label="Notifikacije" tabs={tabs} chosen={chosen} onChoose={setChosen}>
        <AdminNotificationList key={texts.tab} texts={texts} />
      </Tabs>
    </Page>
  );
}
