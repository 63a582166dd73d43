import { useSalon } from '../lib/query-hooks.ts';
import { useSession } from '../lib/session.ts';
import { Warning } from '../ui/screen-states.tsx';
import { useSettingsForm } from './save-settings.ts';
import type { SettingsInput } from './setting-errors.ts';
import { SwitchRow } from './setting-rows.tsx';
import { SettingsForm } from './settings-form.tsx';

/** What the owner is told of, and where. */
export function NoticesSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings, ['owner_mail']);
  const email = useSession()?.email ?? '';
  const mailsLeave = useSalon().data?.mail;
  return (
    <SettingsForm form={form} title={title} lead="Novi, otkazani i pomereni termini.">
      <div className="grid gap-3">
        <div className="rounded-card border border-line bg-card">
          <SwitchRow label="Na email" hint={email} field={form.field('owner_mail')} />
        </div>
        {mailsLeave === false && (
          <Warning>
            Ovaj server ne šalje email: nije podešen SMTP. Dok ga ne podesi onaj ko održava server, ništa ne
            stiže ni vama ni klijentima.
          </Warning>
        )}
      </div>
    </SettingsForm>
  );
}
