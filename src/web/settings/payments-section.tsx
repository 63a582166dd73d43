import { QrCode } from 'lucide-react';
import { accountDigits, accountText } from '#domain/payments/ips-code.ts';
import type { SettingName } from '#domain/settings.ts';
import { TextField } from '../ui/field.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { type SettingsForm, type SettingsInput, settingError, useSettingsForm } from './save-settings.ts';
import { RadioRows, Rows, SwitchRow } from './setting-rows.tsx';
import { PartHeading, SectionForm, SettingsGroup } from './settings-form.tsx';

const PAYERS = [
  { id: 'NONE', label: 'Niko', note: undefined },
  { id: 'NEW', label: 'Nove klijentkinje', note: 'prvi put u salonu' },
  { id: 'NO_SHOW', label: 'Posle nedolaska', note: 'jedan ili više u 12 meseci' },
  { id: 'LONG', label: 'Za duge usluge', note: 'bez obzira na to ko dolazi' },
  { id: 'ALL', label: 'Svi', note: undefined },
] as const;

const OWNERS = [
  { id: 'FIRM', label: 'Firma ili PR' },
  { id: 'PERSON', label: 'Lični račun' },
] as const;

/** The fields of the bank account that receives deposits and IPS payments, checked while the user types. */
function Account({ form }: { form: SettingsForm }) {
  const owner = form.field('account_owner');
  const number = form.field('account_number');
  const digits = accountDigits(number.value);
  return (
    <section className="mt-7 grid max-w-client gap-4">
      <PartHeading className="-mb-1 text-h3">Kuda stiže uplata</PartHeading>
      <Segmented
        isField
        label="Čiji je račun"
        segments={OWNERS}
        chosen={owner.value === 'PERSON' ? 'PERSON' : 'FIRM'}
        onChoose={owner.onChange}
      />
      <TextField {...form.field('account_name')} label="Primalac" autoComplete="off" />
      <TextField
        {...number}
        value={digits === number.value ? accountText(digits) : number.value}
        label="Broj računa"
        inputMode="numeric"
        autoComplete="off"
        placeholder="840-955845-10"
        hint={digits && <span className="text-ok">Broj je ispravan.</span>}
      />
      <p className="flex items-start gap-3 rounded-card bg-blush px-4 py-3 text-small">
        <QrCode className="mt-0.5 shrink-0 text-link" />
        Kod se pravi na telefonu klijentkinje: bez provizije i bez ugovora sa bankom.
      </p>
    </section>
  );
}

const AMOUNTS = [
  ['deposit_min_minutes', 'Duga usluga', 'Od koliko minuta se traži kapara.', 'min'],
  ['deposit_percent', 'Deo cene', 'Zaokruženo na 100 din.', '%'],
  ['deposit_amount', 'Isti iznos za sve usluge', 'Važi umesto dela cene. 0 znači isključeno.', 'din'],
  ['deposit_hold_hours', 'Rok za uplatu', 'Najkasnije 2 sata pre termina.', 'h'],
] as const;

const AMOUNT_NAMES = AMOUNTS.map(([name]) => name);

/** How many of the first amounts are hidden for these payers. Only 'LONG' needs the shortest duration. */
const hiddenAmounts = (payers: string): number => {
  if (payers === 'NONE') return AMOUNTS.length;
  return payers === 'LONG' ? 0 : 1;
};

const FIRST_PERCENT = '30';

/** Settings: whether payments are recorded, who pays a deposit, and the account that receives it (docs/spec/behaviour.md §19). */
export function PaymentsSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings);
  const payments = form.field('payments');
  const payers = form.field('deposit_for');
  const { deposit_percent, deposit_amount } = form.values;
  const hasNoAmount = deposit_percent === '0' && deposit_amount === '0';
  /** The saved values of those settings whose typed values are invalid: a hidden field cannot show its error. */
  const savedIfInvalid = (hidden: readonly SettingName[]) =>
    Object.fromEntries(
      hidden
        .filter((name) => settingError(name, form.values[name]))
        .map((name) => [name, String(settings[name] ?? '')]),
    );
  const choosePayers = (deposit_for: string) =>
    form.change({
      ...savedIfInvalid(AMOUNT_NAMES.slice(0, hiddenAmounts(deposit_for))),
      ...(hasNoAmount && { deposit_percent: FIRST_PERCENT }),
      deposit_for,
    });
  /** Switches deposits off together with payments, because deposits need payments. */
  const switchPayments = (value: string) =>
    form.change({
      payments: value,
      ...(value === '0' && {
        ...savedIfInvalid([...AMOUNT_NAMES, 'account_number', 'account_name']),
        deposit_for: 'NONE',
      }),
    });
  return (
    <SectionForm form={form} title={title}>
      <SettingsGroup title="Naplata">
        <SwitchRow
          label="Beleži naplatu"
          hint="Posle „Došla“ upisujete uplatu, a uveče zaključujete dan u Kasi. Klijentkinje to ne vide."
          field={{ ...payments, onChange: switchPayments }}
        />
      </SettingsGroup>
      {payments.value === '1' && (
        <>
          <RadioRows title="Ko plaća kaparu" choices={PAYERS} field={{ ...payers, onChange: choosePayers }} />
          {payers.value !== 'NONE' && (
            <SettingsGroup title="Koliko i do kada">
              <Rows form={form} of={AMOUNTS.slice(hiddenAmounts(payers.value))} />
            </SettingsGroup>
          )}
          <Account form={form} />
        </>
      )}
    </SectionForm>
  );
}
