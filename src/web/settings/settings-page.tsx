import { useQuery } from '@tanstack/react-query';
import {
  PHONE_MAX_CHARACTERS,
  SALON_NAME_MAX_CHARACTERS,
  SALON_TEXT_MAX_CHARACTERS,
} from '#domain/limits.ts';
import { BackupsSection } from '../backups/backups-section.tsx';
import { settingsQueries } from '../lib/admin-queries.ts';
import { Loaded } from '../lib/loaded.tsx';
import { paths } from '../lib/paths.ts';
import { TextField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { Page, PageHead, Section } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/screen-states.tsx';
import { BookingSettings } from './booking-settings.tsx';
import { type SettingsInput, useSettingsForm } from './save-settings.ts';

/** /admin/settings: what the owner sets herself (docs/spec/behaviour.md §1.4). Each section saves for itself. */
export default function SettingsPage() {
  const settings = useQuery(settingsQueries.all());
  return (
    <Page>
      <PageHead title="Podešavanja" back={{ to: paths.admin, label: 'Admin panel' }} />
      <Loaded query={settings} fallback="Greška pri učitavanju podešavanja." skeleton={<CardSkeleton />}>
        {(known) => (
          <>
            <Section title="Podaci o salonu">
              <SalonSettings settings={known} />
            </Section>
            <Section title="Zakazivanje" className="mt-10">
              <BookingSettings settings={known} />
            </Section>
          </>
        )}
      </Loaded>
      <BackupsSection />
    </Page>
  );
}

const valuesOf = (saved: SettingsInput) => ({
  salon_name: saved.salon_name ?? '',
  salon_phone: saved.salon_phone ?? '',
  salon_address: saved.salon_address ?? '',
  salon_hours: saved.salon_hours ?? '',
  salon_social_url: saved.salon_social_url ?? '',
});

/** Name and contact of the salon, as the pages, mails and calendar files show them. */
function SalonSettings({ settings }: { settings: SettingsInput }) {
  const form = useSettingsForm(settings, { valuesOf, parse: (input) => ({ ok: true, input }) });
  return (
    <Form form={form} aria-label="Podaci o salonu" className="grid gap-4">
      <TextField
        {...form.field('salon_name')}
        label="Naziv salona"
        maxLength={SALON_NAME_MAX_CHARACTERS}
        required
      />
      <TextField {...form.field('salon_phone')} label="Telefon" type="tel" maxLength={PHONE_MAX_CHARACTERS} />
      <TextField {...form.field('salon_address')} label="Adresa" maxLength={SALON_TEXT_MAX_CHARACTERS} />
      <TextField {...form.field('salon_hours')} label="Radno vreme" maxLength={SALON_TEXT_MAX_CHARACTERS} />
      <TextField
        {...form.field('salon_social_url')}
        label="Link za Instagram"
        type="url"
        maxLength={SALON_TEXT_MAX_CHARACTERS}
        hint="Što ostavite prazno, klijenti nigde ne vide."
      />
      <FormAlert />
      <SubmitButton className="md:justify-self-start">Sačuvaj</SubmitButton>
    </Form>
  );
}
