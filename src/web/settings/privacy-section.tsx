import { BackupsSection } from '../backups/backups-section.tsx';
import { useSettingsForm } from './save-settings.ts';
import type { SettingsInput } from './setting-errors.ts';
import { NumberRow } from './setting-rows.tsx';
import { SettingsForm } from './settings-form.tsx';

/** How long guests are kept, and the copies of the salon. */
export function PrivacySection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings, ['guest_retention_months']);
  return (
    <>
      <SettingsForm form={form} title={title}>
        <div className="rounded-card border border-line bg-card">
          <NumberRow
            label="Podaci gostiju se brišu posle"
            hint="Ime, telefon i email, toliko posle termina. 0 znači da ostaju."
            unit="meseci"
            field={form.field('guest_retention_months')}
          />
        </div>
      </SettingsForm>
      <BackupsSection />
    </>
  );
}
