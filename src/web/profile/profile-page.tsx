import { LogOut } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useSession } from '../api/session/session.ts';
import { unreadInWords } from '../api/unread-in-words.ts';
import { useUnreadCount } from '../api/use-unread.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/action/button.tsx';
import { Tabs } from '../ui/action/tabs.tsx';
import { Badge } from '../ui/part/badge.tsx';
import { Page, PageHead } from '../ui/part/page.tsx';
import { DetailsTab } from './details/details-tab.tsx';
import { NoticesTab } from './notices/notices-tab.tsx';

const NOTICES = 'notifikacije';

/** /profile: one's own details and notices (spec.md §2). `?tab=notifikacije` opens the second tab. */
export default function ProfilePage() {
  const [asked, ask] = useSearchParams();
  const session = useSession();
  const count = useUnreadCount();
  const unread = session?.role === 'ADMIN' ? 0 : count; // hers are the salon's: they stand on a page of their own
  const tab = asked.get('tab') === NOTICES ? NOTICES : 'podaci';
  const tabs = [
    { id: 'podaci', label: 'Podaci' },
    {
      id: NOTICES,
      label: 'Notifikacije',
      badge: <Badge count={unread} />,
      description: unreadInWords(unread),
    },
  ] as const;
  return (
    <Page>
      <PageHead
        title="Profil"
        back={{ to: paths.home, label: 'Početna' }}
        actions={
          <ButtonLink to={paths.logout} variant="quiet" isSmall>
            <LogOut aria-hidden="true" size={18} strokeWidth={1.75} />
            Odjavi se
          </ButtonLink>
        }
      />
      <Tabs
        label="Profil"
        tabs={tabs}
        chosen={tab}
        onChoose={(id) => ask(id === NOTICES ? { tab: id } : {}, { replace: true })}
      >
        {/* stays there while it is not shown: what was typed is not lost */}
        <div hidden={tab !== 'podaci'}>
          <DetailsTab />
        </div>
        {tab === NOTICES && <NoticesTab />}
      </Tabs>
    </Page>
  );
}
