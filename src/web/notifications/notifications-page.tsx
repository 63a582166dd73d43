import { unreadInWords } from '../api/unread-in-words.ts';
import { paths } from '../paths.ts';
import { Tabs } from '../ui/action/tabs.tsx';
import { useTab } from '../ui/action/use-tab.ts';
import { Badge } from '../ui/part/badge.tsx';
import { Page, PageHead } from '../ui/part/page.tsx';
import { NoticeList } from './notice-list.tsx';
import { NOTICE_TABS } from './notice-tabs.ts';
import { useUnreadByTab } from './use-notices.ts';

/** /admin/notifications: who booked, cancelled, registered, and whom to call (spec.md §2). */
export default function NotificationsPage() {
  const [chosen, setChosen] = useTab(['sve', 'novi-termini', 'otkazani', 'novi-klijenti']);
  const unread = useUnreadByTab();
  const texts = NOTICE_TABS.find(({ id }) => id === chosen) ?? NOTICE_TABS[0];
  const tabs = NOTICE_TABS.map(({ id, tab, label }) => ({
    id,
    label,
    badge: <Badge count={unread[tab]} />,
    description: unreadInWords(unread[tab]),
  }));
  return (
    <Page>
      <PageHead title="Notifikacije" back={{ to: paths.admin, label: 'Admin panel' }} />
      <Tabs label="Notifikacije" tabs={tabs} chosen={chosen} onChoose={setChosen}>
        <NoticeList key={texts.tab} texts={texts} />
      </Tabs>
    </Page>
  );
}
