import { Segmented } from '../ui/tabs.tsx';
import { useSettingsForm } from './save-settings.ts';
import type { SettingsInput } from './setting-errors.ts';
import { NumberRow, SettingRow, StepperRow, SwitchRow } from './setting-rows.tsx';
import { SettingsForm, SettingsGroup } from './settings-form.tsx';

const NAMES = [
  'guest_booking',
  'max_active_bookings',
  'booking_days',
  'no_show_limit',
  'service_fit',
  'join_slots',
  'generate_ahead_weeks',
  'cancel_until_hours',
  'late_cancel_hours',
  'move_until_hours',
] as const;

const FITS = [
  { id: 'warn', label: 'Upozori' },
  { id: 'require', label: 'Odbij' },
] as const;
const FIT_HINTS = {
  warn: 'Može se izabrati, uz upozorenje.',
  require: 'Ne može se izabrati. Salon ga može upisati.',
};

/** Who may book and cancel, how often, for what and until when. */
export function BookingSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings, NAMES);
  const fit = form.field('service_fit');
  const chosen = fit.value === 'require' ? 'require' : 'warn';
  return (
    <SettingsForm form={form} title={title}>
      <SettingsGroup title="Ko i koliko">
        <SwitchRow
          label="Gosti zakazuju bez naloga"
          hint="Dovoljni su ime i telefon."
          field={form.field('guest_booking')}
        />
        <StepperRow
          label="Aktivnih termina po osobi"
          hint="Salon može da upiše i više."
          field={form.field('max_active_bookings')}
        />
        <StepperRow label="Dana unapred" hint="Dužina trake sa danima." field={form.field('booking_days')} />
        <StepperRow
          label="Nedolazaka do zabrane"
          hint="Posle toga klijentkinja zove salon. 0 znači isključeno."
          field={form.field('no_show_limit')}
        />
      </SettingsGroup>
      <SettingsGroup title="Usluga i vreme">
        <SettingRow label="Termin kraći od usluge" hint={FIT_HINTS[chosen]}>
          <Segmented label="Termin kraći od usluge" segments={FITS} chosen={chosen} onChoose={fit.onChange} />
        </SettingRow>
        <SwitchRow
          label="Spajaj susedne termine"
          hint="Kada je usluga duža od jednog termina."
          field={form.field('join_slots')}
        />
        <NumberRow
          label="Produžavaj sam"
          hint="Nedelje iz šablona, toliko unapred. 0 znači isključeno."
          unit="ned."
          field={form.field('generate_ahead_weeks')}
        />
      </SettingsGroup>
      <SettingsGroup title="Otkazivanje i pomeranje">
        <NumberRow
          label="Otkazivanje najkasnije"
          hint="0 znači do samog početka."
          unit="h ranije"
          field={form.field('cancel_until_hours')}
        />
        <NumberRow
          label="Kasno otkazivanje"
          hint="Od tada ga tako i obeležavamo."
          unit="h ranije"
          field={form.field('late_cancel_hours')}
        />
        <NumberRow
          label="Pomeranje najkasnije"
          hint="0 znači do samog početka."
          unit="h ranije"
          field={form.field('move_until_hours')}
        />
      </SettingsGroup>
    </SettingsForm>
  );
}
