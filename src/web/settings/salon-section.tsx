import { SETTINGS } from '#domain/settings.ts';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { useSettingsForm } from './save-settings.ts';
import type { SettingsInput } from './setting-errors.ts';
import { SettingsForm } from './settings-form.tsx';

const NAMES = [
  'salon_name',
  'salon_headline',
  'salon_text',
  'salon_phone',
  'salon_address',
  'salon_hours',
  'salon_social_url',
] as const;

/** Name, welcome and contact of the salon, as the pages, mails and calendar files show them. */
export function SalonSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings, NAMES);
  return (
    <SettingsForm form={form} title={title}>
      <div className="grid max-w-client gap-4">
        <TextField {...form.field('salon_name')} label="Naziv salona" required />
        <TextField {...form.field('salon_headline')} label="Naslov na početnoj" />
        <TextAreaField
          {...form.field('salon_text')}
          label="Tekst ispod naslova"
          maxCharacters={SETTINGS.salon_text.max}
        />
        <TextField {...form.field('salon_phone')} label="Telefon" type="tel" autoComplete="off" />
        <TextField {...form.field('salon_address')} label="Adresa" autoComplete="off" />
        <TextField {...form.field('salon_hours')} label="Radno vreme" autoComplete="off" />
        <TextField
          {...form.field('salon_social_url')}
          label="Link za Instagram"
          type="url"
          autoCapitalize="none"
          placeholder="https://"
          autoComplete="off"
          hint="Što ostavite prazno, klijentkinje nigde ne vide."
        />
      </div>
    </SettingsForm>
  );
}
