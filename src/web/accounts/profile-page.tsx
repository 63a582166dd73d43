import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ResponseBody } from '#contract/index.ts';
import { profileRefusal } from '#domain/accounts/accounts.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { t } from '#domain/language/translate.ts';
import { PASSWORD_MIN_CHARACTERS } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { errorText, request } from '../lib/api.ts';
import { serviceNamesOf } from '../lib/appointment/services-body.ts';
import { useNow } from '../lib/clock/clock.ts';
import { renewPushWithToken } from '../lib/device/push.ts';
import { PushOnDevice } from '../lib/device/push-on-device.tsx';
import { saveFile } from '../lib/device/save-file.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { unreadInWords, useUnreadCount } from '../lib/queries/notification-queries.ts';
import { profileQuery, useSalon, useUpcoming } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { currentSession, isTechnician, renewSession, useSession } from '../lib/session/session.ts';
import { ClientNotificationsTab } from '../notifications/client-list.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Checkbox, Switch } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import { DialogForm, Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { List, ListItem } from '../ui/list.tsx';
import { EmptyState, Loading, Page, PageHead, Section, Skeleton } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { LanguageSection } from './language-section.tsx';
import { ruleErrors } from './rule-errors.ts';

/** The page /profile: the user's details and notifications (docs/spec/product.md §2.9). */
export default function ProfilePage() {
  const session = useSession();
  const count = useUnreadCount();
  const unread = session?.role === 'ADMIN' ? 0 : count; // the owner's notifications have a page of their own, which shows the unread count
  const [tab, setTab] = useTab(['podaci', 'notifikacije']);
  const tabs = [
    { id: 'podaci', label: t('Podaci') },
    {
      id: 'notifikacije',
      label: t('Notifikacije'),
      badge: <Badge count={unread} />,
      description: unreadInWords(unread),
    },
  ] as const;
  return (
    <Page>
      <PageHead
        title={t('Profil')}
        back={{ to: paths.home, label: t('Početna') }}
        actions={
          <ButtonLink icon={LogOut} to={paths.logout} variant="quiet" isSmall>
            {t('Odjavi se')}
          </ButtonLink>
        }
      />
      <Tabs label={t('Profil')} tabs={tabs} chosen={tab} onChoose={setTab}>
        {/* the tab is hidden instead of removed, so that typed text is kept */}
        <div hidden={tab !== 'podaci'}>
          <DetailsTab />
        </div>
        {tab === 'notifikacije' &&
          (session?.role === 'ADMIN' ? (
            <EmptyState title="Obaveštenja salona su u admin panelu." isCard>
              <ButtonLink to={paths.adminNotifications} className="mt-2">
                Otvori notifikacije
              </ButtonLink>
            </EmptyState>
          ) : (
            <ClientNotificationsTab />
          ))}
      </Tabs>
    </Page>
  );
}

function ProfileSkeleton() {
  return (
    <Loading className="grid gap-4 md:grid-cols-2">
      {['name', 'email', 'phone', 'city'].map((field, index) => (
        <div key={field} className={cx('grid gap-1.5', index < 2 && 'md:col-span-2')}>
          <Skeleton className="my-0.75 w-24" />
          <span className="block h-12 animate-breathe rounded-card bg-line" />
        </div>
      ))}
    </Loading>
  );
}

const ownHoldings = lazyPage(async () => ({
  default: (await import('../my-appointments/own-holdings.tsx')).OwnHoldings,
}));
const calendarSection = lazyPage(() => import('../settings/calendar-section.tsx'));

function DetailsTab() {
  const profile = useQuery(profileQuery);
  const isClient = useSession()?.role === 'CLIENT';
  return (
    <Loaded query={profile} fallback={t('Greška pri učitavanju profila')} skeleton={<ProfileSkeleton />}>
      {(known) => (
        <>
          <LanguageSection />
          {isClient && (
            <div className="mb-6 empty:hidden">
              <LazyPart part={ownHoldings} props={{ canBook: true }} />
            </div>
          )}
          <ProfileForm profile={known} />
          {isTechnician() && (
            <section className="mt-10 border-t border-line pt-6">
              <LazyPart
                part={calendarSection}
                props={{ title: 'Kalendar na telefonu', isOnOtherPage: true }}
              />
            </section>
          )}
          {isClient && <NotificationSwitches profile={known} />}
          {isClient && <Privacy />}
        </>
      )}
    </Loaded>
  );
}

type Profile = ResponseBody<'GET /auth/me'>;

/** The switches for a client's mails and pushes. Saves each change at once, without the password (docs/spec/product.md §5.2). */
function NotificationSwitches({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const { queryKey } = profileQuery;
  const { mail: sendsMail = false, sms } = useSalon().data ?? {};
  const sendsSms = sms === 1;
  const mutationKey = ['notification-switches'];
  const saving = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() }, // requests run one after another, so that the last tap wins
    mutationFn: (body: Partial<Pick<Profile, 'mail_on' | 'push_on' | 'sms_on' | 'marketing_on'>>) =>
      request('PUT /auth/me/notifications', { body }),
    onMutate: (body) => queries.setQueryData(queryKey, (known) => known && { ...known, ...body }),
    // ignores the response while a later tap waits, because the response does not contain that tap's change yet
    onSuccess: (saved) => queries.isMutating({ mutationKey }) === 1 && queries.setQueryData(queryKey, saved),
    onError: (error) => {
      toast('error', errorText(error, t('Greška pri čuvanju podataka.')));
      void queries.invalidateQueries({ queryKey });
    },
  });
  const { mail_on, push_on, sms_on, marketing_on } = profile;
  return (
    <Section title={t('Obaveštenja')} className="mt-10">
      {sendsMail && (
        <Switch
          label={t('Obaveštenja na email')}
          isOn={mail_on === 1}
          onChange={(isOn) => saving.mutate({ mail_on: isOn ? 1 : 0 })}
          className="mb-2"
        />
      )}
      {sendsSms && (
        <Switch
          label={t('SMS poruke')}
          isOn={sms_on === 1}
          onChange={(isOn) => saving.mutate({ sms_on: isOn ? 1 : 0 })}
          className="mb-2"
        />
      )}
      <Switch
        label={t('Podsetnik za novi termin')}
        aria-describedby="podsetnik"
        isOn={marketing_on === 1}
        onChange={(isOn) => saving.mutate({ marketing_on: isOn ? 1 : 0 })}
      />
      <p id="podsetnik" className="mb-4 max-w-home text-small text-soft">
        {t(
          'Kada dođe vreme u koje obično dolazite, a nemate zakazan termin, javićemo vam jednom, nikada uveče.',
        )}
      </p>
      <PushOnDevice
        lead={t(
          'Podsetnik dan i dva sata pre termina, promene koje napravi salon i termin koji se oslobodio. Stižu i kada stranica nije otvorena.',
        )}
        account={{
          isOff: push_on === 0,
          onSwitch: (isOn) => saving.mutate({ push_on: isOn ? 1 : 0 }),
        }}
      />
    </Section>
  );
}

function Privacy() {
  const [isDeleting, setIsDeleting] = useState(false);
  const file = useMutation({
    mutationFn: () => request('GET /auth/me/export'),
    onSuccess: (own) =>
      saveFile({ name: 'moji-podaci.json', type: 'application/json', text: JSON.stringify(own, null, 2) }),
    onError: (error) => toast('error', errorText(error, t('Greška pri učitavanju podataka.'))),
  });
  return (
    <Section title={t('Vaši podaci')} className="mt-10">
      <p className="mb-4 text-soft">
        {t('Preuzmite sve što salon čuva o vama, ili obrišite nalog i sve lične podatke.')}
      </p>
      <div className="grid gap-2 md:grid-cols-2">
        <Button icon={Download} variant="quiet" isBusy={file.isPending} onClick={() => file.mutate()}>
          {t('Preuzmi moje podatke')}
        </Button>
        <Button variant="danger-text" onClick={() => setIsDeleting(true)}>
          {t('Obriši nalog')}
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setIsDeleting(false)} />}
    </Section>
  );
}

/** A dialog that deletes the account permanently. Requires the password, and consent to the cancellation of upcoming bookings. */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [isCancelling, setIsCancelling] = useState(false);
  const now = useNow();
  const upcoming = useUpcoming().data ?? [];
  const bookings = upcoming.filter((row) => now !== null && !actionRefusal('cancel', row, 'CLIENT', now));
  const form = useSubmitForm({
    start: { old_password: '' },
    check: ({ old_password }) => (old_password ? null : ruleErrors('old_password_missing')),
    send: ({ old_password }) =>
      request('POST /auth/me/delete', { body: { password: old_password, cancel_bookings: isCancelling } }),
    fallback: t('Greška pri brisanju.'),
    done: t('Nalog je obrisan.'),
    // the logout also clears the data of the deleted account from this device
    onDone: () => navigate(paths.logout, { replace: true }),
  });
  return (
    <Dialog title={t('Obriši nalog')} onClose={onClose} hasCloseButton={false}>
      <DialogForm
        form={form}
        submit={t('Obriši nalog')}
        variant="danger"
        isBlocked={bookings.length > 0 && !isCancelling}
      >
        <p>
          {t(
            'Brišu se vaše ime, kontakt, istorija i notifikacije, i odjavljujete se sa svih uređaja. Ova radnja je nepovratna.',
          )}
        </p>
        {bookings.length > 0 && (
          <div className="grid gap-2">
            <p>{t('Imate zakazane termine:')}</p>
            <List>
              {bookings.map((booking) => (
                <ListItem
                  key={booking.id}
                  title={whenInWords(booking, now && dateOf(now))}
                  note={serviceNamesOf(booking)}
                />
              ))}
            </List>
            <Checkbox label={t('Otkaži ih i obriši nalog')} isOn={isCancelling} onChange={setIsCancelling} />
          </div>
        )}
        <PasswordField
          {...form.field('old_password')}
          label={t('Lozinka')}
          autoComplete="current-password"
          required
        />
      </DialogForm>
    </Dialog>
  );
}

const PASSWORDS = { old_password: '', new_password: '', new_password_confirm: '' };

const valuesOf = ({ name, email, phone, city }: Profile) => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  city: city ?? '',
  ...PASSWORDS,
});

/** Stores the new token from the response, so that the user stays logged in: a new password ends all earlier sessions. */
function renewSessionOf({ token, user }: ResponseBody<'PUT /auth/me'>): void {
  const session = currentSession();
  if (session)
    renewSession({ ...session, token: token ?? session.token, name: user.name, email: user.email ?? '' });
}

/** The form for name, contact and password. Every change requires the old password (docs/spec/product.md §5.2). */
function ProfileForm({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const form = useSubmitForm({
    start: valuesOf(profile),
    check: (values) => ruleErrors(profileRefusal(values)),
    send: (body) => request('PUT /auth/me', { body }),
    fallback: t('Greška pri čuvanju podataka.'),
    done: t('Podaci uspešno sačuvani.'),
    onDone: (saved, _sent, { reset }) => {
      renewSessionOf(saved);
      if (saved.token) void renewPushWithToken(queries);
      queries.setQueryData(profileQuery.queryKey, saved);
      reset(valuesOf(saved));
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-4">
        <TextField {...form.field('name')} label={t('Ime i prezime')} autoComplete="name" required />
        <EmailField {...form.field('email')} required />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField {...form.field('phone')} label={t('Telefon')} type="tel" autoComplete="tel" />
          <TextField {...form.field('city')} label={t('Grad')} autoComplete="address-level2" />
        </div>
      </div>
      <Section title={t('Bezbednost')}>
        <div className="grid gap-4">
          <PasswordField
            {...form.field('old_password')}
            label={t('Stara lozinka')}
            autoComplete="current-password"
            hint={t('Potrebna je za svaku izmenu podataka.')}
            required
          />
          <div className="grid gap-4 md:grid-cols-2">
            <PasswordField
              {...form.field('new_password')}
              label={t('Nova lozinka')}
              hint={t('Samo ako je menjate, bar {count} karaktera.', { count: PASSWORD_MIN_CHARACTERS })}
            />
            <PasswordField {...form.field('new_password_confirm')} label={t('Potvrda nove lozinke')} />
          </div>
        </div>
      </Section>
      <FormAlert className="has-[p]:mt-4" />
      <SubmitButton isBlock className="mt-6">
        {t('Sačuvaj')}
      </SubmitButton>
    </Form>
  );
}
