import { GUEST_RETENTION_MAX_MONTHS, MOST_ACTIVE_BOOKINGS, RULE_MAX_HOURS } from '#domain/limits.ts';
import { numberTyped } from '#domain/wording/numbers.ts';
import type { Parsed } from '../lib/submit-form.ts';
import { Switch } from '../ui/checkbox.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { type SettingsInput, useSettingsForm } from './save-settings.ts';

const NUMBERS = {
  max_active_bookings: { label: 'Aktivnih termina po osobi', min: 1, max: MOST_ACTIVE_BOOKINGS },
  cancel_until_hours: { label: 'Otkazivanje najkasnije (h ranije)', min: 0, max: RULE_MAX_HOURS },
  late_cancel_hours: { label: 'Kasno otkazivanje (h ranije)', min: 0, max: RULE_MAX_HOURS },
  guest_retention_months: {
    label: 'Podaci gostiju se brišu posle (meseci)',
    min: 0,
    max: GUEST_RETENTION_MAX_MONTHS,
  },
} as const;
type NumberName = keyof typeof NUMBERS;
const NAMES = Object.keys(NUMBERS) as NumberName[];

const HINTS: Partial<Record<NumberName, string>> = {
  max_active_bookings: 'Salon može da upiše i više.',
  cancel_until_hours: '0 znači do samog početka.',
  late_cancel_hours: 'Od tada ga tako i obeležavamo.',
  guest_retention_months: '0 znači da ostaju.',
};

type Values = Record<NumberName | 'guest_booking' | 'owner_mail', string>;

const valuesOf = (saved: SettingsInput): Values => ({
  guest_booking: String(saved.guest_booking),
  owner_mail: String(saved.owner_mail),
  max_active_bookings: String(saved.max_active_bookings),
  cancel_until_hours: String(saved.cancel_until_hours),
  late_cancel_hours: String(saved.late_cancel_hours),
  guest_retention_months: String(saved.guest_retention_months),
});

const flagOf = (value: string): 0 | 1 => (value === '1' ? 1 : 0);

/** The numbers typed, or the bounds of those that are beyond them; what is as it was saved is not judged. */
function parse(values: Values, saved: SettingsInput): Parsed<SettingsInput> {
  const fields: Record<string, string> = {};
  const input: SettingsInput = {
    guest_booking: flagOf(values.guest_booking),
    owner_mail: flagOf(values.owner_mail),
  };
  for (const name of NAMES) {
    if (values[name] === String(saved[name])) continue;
    const { min, max } = NUMBERS[name];
    const number = numberTyped(values[name]);
    if (number === null || !Number.isInteger(number) || number < min || number > max)
      fields[name] = `Ceo broj od ${min} do ${max}.`;
    else input[name] = number;
  }
  return Object.keys(fields).length > 0 ? { ok: false, errors: { text: null, fields } } : { ok: true, input };
}

/** Who may book and cancel, how often and until when; what the owner is mailed; how long guests are kept. */
export function BookingSettings({ settings }: { settings: SettingsInput }) {
  const form = useSettingsForm(settings, { valuesOf, parse: (values) => parse(values, settings) });
  const guests = form.field('guest_booking');
  const mail = form.field('owner_mail');
  return (
    <Form form={form} aria-label="Zakazivanje" className="grid gap-4">
      <Switch
        label="Gosti zakazuju bez naloga"
        isOn={guests.value === '1'}
        onChange={(isOn) => guests.onChange(isOn ? '1' : '0')}
      />
      <Switch
        label="Email salonu za svaki zakazan i otkazan termin"
        isOn={mail.value === '1'}
        onChange={(isOn) => mail.onChange(isOn ? '1' : '0')}
      />
      {NAMES.map((name) => (
        <TextField
          key={name}
          {...form.field(name)}
          label={NUMBERS[name].label}
          hint={HINTS[name]}
          inputMode="numeric"
          autoComplete="off"
        />
      ))}
      <FormAlert />
      <SubmitButton className="md:justify-self-start">Sačuvaj</SubmitButton>
    </Form>
  );
}
