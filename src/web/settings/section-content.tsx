import { Plus, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { DEFAULT_SETTINGS, SETTINGS, type SettingName } from '#domain/settings.ts';
import { addDays, dateOf, wallTimeOn } from '#domain/wall-clock.ts';
import { MESSAGE_PLACEHOLDERS, messageText } from '#domain/wording/messages.ts';
import { numberTyped, pluralForm } from '#domain/wording/numbers.ts';
import { NextStep } from '../admin/first-steps.tsx';
import { useNow } from '../lib/clock/clock.ts';
import { PushOnDevice } from '../lib/device/push-on-device.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { useSession } from '../lib/session/session.ts';
import { useTechnicians } from '../technicians/technicians.tsx';
import { Button } from '../ui/button.tsx';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { CardSkeleton } from '../ui/page.tsx';
import { Segmented, Tabs } from '../ui/tabs.tsx';
import type { FieldState } from '../ui/use-form.ts';
import { Warning } from '../ui/warning.tsx';
import { BackupsSection } from './backups-section.tsx';
import CalendarSection from './calendar-section.tsx';
import { PaymentsSection } from './payments-section.tsx';
import { type SettingsInput, settingError, useSettingsForm } from './save-settings.ts';
import { MONTHS, pagesAddress, type Section } from './sections.ts';
import { NumberRow, Rows, SettingRow, SwitchRow, TimeRow } from './setting-rows.tsx';
import { PartHeading, PassingHead, SectionForm, SettingsGroup } from './settings-form.tsx';

const MESSAGES = [
  { id: 'message_confirmation', label: 'Potvrda' },
  { id: 'message_reminder', label: 'Podsetnik' },
  { id: 'message_moved', label: 'Pomeren' },
  { id: 'message_cancelled', label: 'Otkazan' },
  { id: 'message_free_slot', label: 'Slobodan termin' },
  { id: 'message_review', label: 'Utisak' },
  { id: 'message_return', label: 'Vreme je' },
] as const;
type MessageName = (typeof MESSAGES)[number]['id'];

const ADDRESS = {
  type: 'url',
  autoCapitalize: 'none',
  placeholder: 'https://',
  autoComplete: 'off',
} as const;

function MessageText({ name, field }: { name: MessageName; field: FieldState<string> }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (placeholder: string) => {
    if (!area.current) return;
    const { selectionStart, selectionEnd } = area.current;
    area.current.focus();
    area.current.setRangeText(`{${placeholder}}`, selectionStart, selectionEnd, 'end');
    field.onChange(area.current.value);
  };
  return (
    <>
      <TextAreaField
        {...field}
        ref={area}
        label="Tekst poruke"
        rows={4}
        hint="Za Viber, SMS i WhatsApp."
        maxCharacters={SETTINGS[name].max}
      />
      <fieldset className="mt-3">
        <legend className="mb-2 text-small font-medium text-soft">Ubacite u tekst</legend>
        <div className="flex flex-wrap gap-2">
          {MESSAGE_PLACEHOLDERS.map((placeholder) => (
            <Button
              key={placeholder}
              variant="quiet"
              isSmall
              onClick={() => insert(placeholder)}
              className="rounded-pill!"
            >
              <Plus size={16} />
              {placeholder}
            </Button>
          ))}
        </div>
      </fieldset>
    </>
  );
}

const EXAMPLE = { name: 'Marta Đukanović', isClient: true, service_name: 'Gel lak' };

function Preview({ template, link }: { template: string; link: string | undefined }) {
  const now = useNow();
  const salon = useSalon().data;
  if (!now || !salon) return null;
  const today = dateOf(now);
  const facts = { ...EXAMPLE, start_datetime: wallTimeOn(addDays(today, 1), '11:45') };
  const sender = { salon: salon.name, address: pagesAddress(salon), today, link };
  const text = messageText(template, facts, sender);
  return (
    <div className="rounded-card border border-dashed border-edge p-4">
      <p className="w-fit max-w-[30rem] rounded-[16px_16px_16px_4px] border border-line bg-card px-4 py-3 text-small wrap-anywhere whitespace-pre-line">
        {text.trim()}
      </p>
    </div>
  );
}

/** Settings: the texts of messages by Viber, SMS and WhatsApp (docs/spec/behaviour.md §1.4). */
function MessagesSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings);
  const [chosen, setChosen] = useState<MessageName>('message_confirmation');
  const submit = () => {
    const isWrong = (name: SettingName) => settingError(name, form.values[name]) !== undefined;
    const isFaulty = (name: MessageName) =>
      isWrong(name) || (name === 'message_review' && isWrong('review_url'));
    if (!isFaulty(chosen)) setChosen(MESSAGES.find(({ id }) => isFaulty(id))?.id ?? chosen); // opens the first tab with an error
    form.submit();
  };
  const field = form.field(chosen);
  /** The field for the URL that replaces `{link}` in the review message. In other messages `{link}` becomes a page of this app. */
  const link = chosen === 'message_review' ? form.field('review_url') : undefined;
  return (
    <SectionForm form={{ ...form, submit }} title={title}>
      <Tabs label="Poruke" tabs={MESSAGES} chosen={chosen} onChoose={setChosen}>
        <div className="max-w-client">
          {link && (
            <TextField
              {...link}
              label="Link za utiske"
              {...ADDRESS}
              hint="Vaša stranica za utiske. Bez linka se poruka ne nudi."
              className="mb-4"
            />
          )}
          <MessageText key={chosen} name={chosen} field={field} />
          <div className="mt-7 mb-3 flex flex-wrap items-center justify-between gap-x-3">
            <PartHeading className="text-h2">Ovako izgleda poruka</PartHeading>
            {field.value !== DEFAULT_SETTINGS[chosen] && (
              <Button variant="text" isSmall onClick={() => field.onChange(DEFAULT_SETTINGS[chosen])}>
                <RotateCcw size={16} />
                Vrati početni tekst
              </Button>
            )}
          </div>
          <Preview template={field.value} link={link?.value} />
        </div>
      </Tabs>
    </SectionForm>
  );
}

function SalonSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings);
  return (
    <SectionForm form={form} title={title}>
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
          {...ADDRESS}
          hint="Klijentkinje ne vide ono što ostavite prazno."
        />
        {!form.isDirty && <NextStep after="salon" />}
      </div>
    </SectionForm>
  );
}

const FITS = [
  { id: 'warn', label: 'Upozori' },
  { id: 'require', label: 'Odbij' },
] as const;
const FIT_HINTS = {
  warn: 'Može se izabrati, uz upozorenje.',
  require: 'Ne može se izabrati. Salon ga može upisati.',
};

const NO_SHOW_HINT = 'Tada više ne može sama da zakaže. 0 znači isključeno.';
const AHEAD_HINT = 'Koliko nedelja unapred se otvara iz šablona. 0 znači isključeno.';
const LATE_HINT = 'Otkazivanje posle ovog roka označava se kao kasno.';

function BookingSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings);
  const fit = form.field('service_fit');
  const chosen = fit.value === 'require' ? 'require' : 'warn';
  return (
    <SectionForm form={form} title={title}>
      <SettingsGroup title="Ko i koliko">
        <Rows
          form={form}
          of={[
            ['guest_booking', 'Gošće zakazuju bez naloga', 'Dovoljni su ime i telefon.'],
            ['max_active_bookings', 'Aktivnih termina po osobi', 'Salon može da upiše i više.'],
            ['booking_days', 'Dana unapred', 'Koliko dana unapred se može zakazati.'],
            ['no_show_limit', 'Posle koliko nedolazaka mora da pozove', NO_SHOW_HINT],
          ]}
        />
        {useTechnicians().length > 1 && (
          <SwitchRow label="Radnice vide telefone" field={form.field('technicians_see_phones')} />
        )}
      </SettingsGroup>
      <SettingsGroup title="Usluga i vreme">
        <SettingRow label="Termin kraći od usluge" hint={FIT_HINTS[chosen]}>
          <Segmented label="Termin kraći od usluge" segments={FITS} chosen={chosen} onChoose={fit.onChange} />
        </SettingRow>
        <Rows
          form={form}
          of={[
            ['join_slots', 'Spajaj susedne termine', 'Kada je usluga duža od jednog termina.'],
            ['generate_ahead_weeks', 'Automatski otvaraj nove nedelje', AHEAD_HINT, 'ned.'],
          ]}
        />
      </SettingsGroup>
      <SettingsGroup title="Otkazivanje i pomeranje">
        <Rows
          form={form}
          of={[
            ['cancel_until_hours', 'Otkazivanje najkasnije', '0 znači do samog početka.', 'h ranije'],
            ['late_cancel_hours', 'Kasno otkazivanje', LATE_HINT, 'h ranije'],
            ['move_until_hours', 'Pomeranje najkasnije', '0 znači do samog početka.', 'h ranije'],
          ]}
        />
      </SettingsGroup>
      <TextAreaField
        {...form.field('rules_text')}
        label="Pravila salona"
        isOptional
        rows={5}
        hint="Ko zakazuje, prihvata ih jednim dodirom. Prazno znači da ih nema."
        maxCharacters={SETTINGS.rules_text.max}
        className="mt-6"
      />
    </SectionForm>
  );
}

const PUSH_LEAD =
  'Novi, otkazani i pomereni termini, i koga treba pozvati. Stižu i kada stranica nije otvorena.';

function NotificationsSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings);
  const mailsLeave = useSalon().data?.mail;
  return (
    <SectionForm form={form} title={title} lead="Novi, otkazani i pomereni termini.">
      <div className="grid gap-3">
        <div className="divide-y divide-line rounded-card border border-line bg-card">
          <SwitchRow label="Na email" hint={useSession()?.email ?? ''} field={form.field('owner_mail')} />
          <TimeRow
            label="Jutarnji pregled u"
            hint="Na telefon, na primer „Danas 6 termina, prvi u 08:00“. Ostavite prazno ako ga ne želite."
            field={form.field('owner_morning_at')}
          />
        </div>
        {mailsLeave === false && (
          <Warning>Email još nije podešen. Javite se onome ko je postavio program.</Warning>
        )}
        <PartHeading className="mt-4 text-h3">Na ovaj uređaj</PartHeading>
        <PushOnDevice lead={PUSH_LEAD} />
      </div>
    </SectionForm>
  );
}

function PrivacySection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings);
  const retention = form.field('guest_retention_months');
  return (
    <>
      <SectionForm form={form} title={title}>
        <div className="rounded-card border border-line bg-card">
          <NumberRow
            label="Podaci gošća se brišu posle"
            hint="Koliko meseci posle termina se brišu ime, telefon i email. 0 znači da ostaju."
            unit={pluralForm(numberTyped(retention.value) ?? 0, MONTHS)}
            field={retention}
          />
        </div>
      </SectionForm>
      <BackupsSection />
    </>
  );
}

const LAZY = {
  link: lazyPage(() => import('./link-section.tsx')),
  radnice: lazyPage(() => import('./technicians-section.tsx')),
};

const OWN_FORMS = {
  salon: SalonSection,
  zakazivanje: BookingSection,
  naplata: PaymentsSection,
  poruke: MessagesSection,
  obavestenja: NotificationsSection,
  privatnost: PrivacySection,
};

export function SectionContent({ section, settings }: { section: Section; settings: SettingsInput }) {
  const { id, label } = section;
  if (id === 'link' || id === 'radnice') {
    const skeleton = (
      <>
        <PassingHead title={label} />
        <CardSkeleton />
      </>
    );
    return <LazyPart part={LAZY[id]} props={{ title: label }} fallback={skeleton} />;
  }
  if (id === 'kalendar') return <CalendarSection title={label} />;
  const Form = OWN_FORMS[id];
  return <Form title={label} settings={settings} />;
}
