import { paths } from '../lib/paths.ts';
import { unreadInWords } from '../lib/query-hooks.ts';
import { Badge } from '../ui/badge.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { AdminNotificationList } from './admin-list.tsx';
import { useUnreadByTab } from './admin-queries.ts';
import { ADMIN_TABS } from './admin-tabs.ts';

/** /admin/notifications: who booked, cancelled, registered, and whom to call (docs/spec/product.md §2.16). */
export default function NotificationsPage() {
  const [chosen, setChosen] = useTab(['sve', 'novi-termini', 'otkazani', 'novi-klijenti']);
  const unread = useUnreadByTab();
  const texts = ADMIN_TABS.find(({ id }) => id === chosen) ?? ADMIN_TABS[0];
  const tabs = ADMIN_TABS.map(({ id, tab, label }) => ({
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
