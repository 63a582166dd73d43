import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { request } from '../lib/api.ts';
import { PushOnDevice } from '../lib/device/push-on-device.tsx';
import { errorText } from '../lib/errors.ts';
import { Loaded } from '../lib/loaded.tsx';
import { paths } from '../lib/paths.ts';
import { accountQueries } from '../lib/queries.ts';
import { unreadInWords, useUnreadCount } from '../lib/query-hooks.ts';
import { useSession } from '../lib/session.ts';
import { ClientNotificationsTab } from '../notifications/client-list.tsx';
import { Badge } from '../ui/badge.tsx';
import { saveFile } from '../ui/browser.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Page, PageHead, Section } from '../ui/page.tsx';
import { EmptyState, Loading, Skeleton, Warning } from '../ui/screen-states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { toast } from '../ui/toast.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { ProfileForm } from './profile-form.tsx';

const NOTIFICATIONS_TAB = 'notifikacije';

/** /profile: one's own details and notifications (docs/spec/product.md §2.9). `?tab=notifikacije` opens the second tab. */
export default function ProfilePage() {
  const [query, setQuery] = useSearchParams();
  const session = useSession();
  const count = useUnreadCount();
  const unread = session?.role === 'ADMIN' ? 0 : count; // the admin's are the salon's, on a page of their own
  const tab = query.get('tab') === NOTIFICATIONS_TAB ? NOTIFICATIONS_TAB : 'podaci';
  const tabs = [
    { id: 'podaci', label: 'Podaci' },
    {
      id: NOTIFICATIONS_TAB,
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
        onChoose={(id) => setQuery(id === NOTIFICATIONS_TAB ? { tab: id } : {}, { replace: true })}
      >
        {/* stays there while it is not shown: what was typed is not lost */}
        <div hidden={tab !== 'podaci'}>
          <DetailsTab />
        </div>
        {tab === NOTIFICATIONS_TAB &&
          (session?.role === 'ADMIN' ? <SalonsNotifications /> : <ClientNotificationsTab />)}
      </Tabs>
    </Page>
  );
}

/** The owner has none of their own: the salon's stand on a page of theirs. */
function SalonsNotifications() {
  return (
    <EmptyState title="Obaveštenja salona su u admin panelu." isCard>
      <ButtonLink to={paths.adminNotifications} className="mt-2">
        Otvori notifikacije
      </ButtonLink>
    </EmptyState>
  );
}

const LOAD_FAILED = 'Greška pri učitavanju profila';

function ProfileSkeleton() {
  return (
    <Loading className="grid gap-4">
      {['name', 'email', 'phone', 'city'].map((field) => (
        <div key={field} className="grid gap-1.5">
          <Skeleton className="my-0.75 w-24" />
          <span className="block h-12 animate-breathe rounded-card bg-line" />
        </div>
      ))}
    </Loading>
  );
}

/** The tab Podaci. */
function DetailsTab() {
  const profile = useQuery(accountQueries.profile());
  const isClient = useSession()?.role === 'CLIENT';
  return (
    <Loaded query={profile} fallback={LOAD_FAILED} skeleton={<ProfileSkeleton />}>
      {(known) => (
        <>
          <ProfileForm profile={known} />
          {isClient && <ThisDevice isPushOn={known.push_on === 1} />}
          {isClient && <Privacy />}
        </>
      )}
    </Loaded>
  );
}

const PUSH_LEAD =
  'Podsetnik dan i dva sata pre termina, promene koje napravi salon i termin koji se oslobodio. Stižu i kada stranica nije otvorena.';

/** Whether pushes come to this device: each is asked by itself. */
function ThisDevice({ isPushOn }: { isPushOn: boolean }) {
  return (
    <Section title="Ovaj uređaj" className="mt-10">
      <div className="grid gap-3">
        {!isPushOn && (
          <Warning>
            Isključili ste obaveštenja na telefon u podacima iznad: ne stižu ni na jedan uređaj.
          </Warning>
        )}
        <PushOnDevice lead={PUSH_LEAD} />
      </div>
    </Section>
  );
}

const EXPORT_FAILED = 'Greška pri učitavanju podataka.';

/** What the salon stores about the client: to be downloaded, or deleted. */
function Privacy() {
  const [isDeleting, setIsDeleting] = useState(false);
  const file = useMutation({
    mutationFn: () => request('GET /auth/me/export'),
    onSuccess: (own) =>
      saveFile({ name: 'moji-podaci.json', type: 'application/json', text: JSON.stringify(own, null, 2) }),
    onError: (error) => toast('error', errorText(error, EXPORT_FAILED)),
  });
  return (
    <Section title="Vaši podaci" className="mt-10">
      <p className="mb-4 text-soft">
        Preuzmite sve što salon čuva o vama, ili obrišite nalog i sve lične podatke.
      </p>
      <div className="grid gap-2 md:grid-cols-2">
        <Button variant="quiet" isBusy={file.isPending} onClick={() => file.mutate()}>
          {!file.isPending && <Download aria-hidden="true" size={20} strokeWidth={1.75} />}
          Preuzmi moje podatke
        </Button>
        <Button variant="danger-text" onClick={() => setIsDeleting(true)}>
          Obriši nalog
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setIsDeleting(false)} />}
    </Section>
  );
}
