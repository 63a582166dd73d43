import { Suspense } from 'react';
import { numberTyped, pluralForm } from '#domain/wording/numbers.ts';
import { PushOnDevice } from '../lib/device/push-on-device.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { useSession } from '../lib/session/session.ts';
import { CardSkeleton, Warning } from '../ui/screen-states.tsx';
import { BackupsSection } from './backups-section.tsx';
import { BookingSection } from './booking-section.tsx';
import { CalendarSection } from './calendar-section.tsx';
import { MessagesSection } from './messages-section.tsx';
import { SalonSection } from './salon-section.tsx';
import { useSettingsForm } from './save-settings.ts';
import { MONTHS, type Section } from './sections.ts';
import type { SettingsInput } from './setting-errors.ts';
import { NumberRow, SwitchRow, TimeRow } from './setting-rows.tsx';
import { PartHeading, PassingHead, SettingsForm } from './settings-form.tsx';

const PUSH_LEAD =
  'Novi, otkazani i pomereni termini, i koga treba pozvati. Stižu i kada stranica nije otvorena.';

/** What the owner is told of, and where. */
function NoticesSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings, ['owner_mail', 'owner_morning_at']);
  const email = useSession()?.email ?? '';
  const mailsLeave = useSalon().data?.mail;
  return (
    <SettingsForm form={form} title={title} lead="Novi, otkazani i pomereni termini.">
      <div className="grid gap-3">
        <div className="divide-y divide-line rounded-card border border-line bg-card">
          <SwitchRow label="Na email" hint={email} field={form.field('owner_mail')} />
          <TimeRow
            label="Jutarnji pregled u"
            hint="Na telefon, na primer „Danas 6 termina, prvi u 08:00“. Prazno znači da ne stiže."
            field={form.field('owner_morning_at')}
          />
        </div>
        {mailsLeave === false && (
          <Warning>
            Ovaj server ne šalje email: nije podešen SMTP. Dok ga ne podesi onaj ko održava server, ništa ne
            stiže ni vama ni klijentkinjama.
          </Warning>
        )}
        <PartHeading className="mt-4 text-h3">Na ovaj uređaj</PartHeading>
        <PushOnDevice lead={PUSH_LEAD} />
      </div>
    </SettingsForm>
  );
}

/** How long guests are kept, and the copies of the salon. */
function PrivacySection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings, ['guest_retention_months']);
  const retention = form.field('guest_retention_months');
  return (
    <>
      <SettingsForm form={form} title={title}>
        <div className="rounded-card border border-line bg-card">
          <NumberRow
            label="Podaci gostiju se brišu posle"
            hint="Ime, telefon i email, toliko posle termina. 0 znači da ostaju."
            unit={pluralForm(numberTyped(retention.value) ?? 0, MONTHS)}
            field={retention}
          />
        </div>
      </SettingsForm>
      <BackupsSection />
    </>
  );
}

const linkSection = lazyPage(() => import('./link/link-section.tsx'));

function LinkSection({ title }: { title: string }) {
  const Shown = useLazyPage(linkSection);
  return (
    <Suspense
      fallback={
        <>
          <PassingHead title={title} />
          <CardSkeleton />
        </>
      }
    >
      <Shown title={title} />
    </Suspense>
  );
}

const OWN_FORMS = {
  salon: SalonSection,
  zakazivanje: BookingSection,
  poruke: MessagesSection,
  obavestenja: NoticesSection,
  privatnost: PrivacySection,
};

/** What stands under a section's title. */
export function SectionContent({
  section: { id, label },
  settings,
}: {
  section: Section;
  settings: SettingsInput;
}) {
  if (id === 'link') return <LinkSection title={label} />;
  if (id === 'kalendar') return <CalendarSection title={label} />;
  const Form = OWN_FORMS[id];
  return <Form title={label} settings={settings} />;
}
