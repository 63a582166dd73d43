import { LANGUAGE_NAMES } from '#domain/language/language-names.ts';
import { LANGUAGES, SALONS_LANGUAGE } from '#domain/language/languages.ts';
import { SETTINGS } from '#domain/settings.ts';
import { numberTyped, pluralForm } from '#domain/wording/numbers.ts';
import { NextStep } from '../admin/first-steps.tsx';
import { PushOnDevice } from '../lib/device/push-on-device.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { useSession } from '../lib/session/session.ts';
import { useTechnicians } from '../technicians/technicians.tsx';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { CardSkeleton } from '../ui/page.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { Warning } from '../ui/warning.tsx';
import { BackupsSection } from './backups-section.tsx';
import CalendarSection from './calendar-section.tsx';
import { MessagesSection } from './messages-section.tsx';
import { PaymentsSection } from './payments-section.tsx';
import { type SettingsInput, useSettingsForm } from './save-settings.ts';
import { MONTHS, type Section } from './sections.ts';
import { NumberRow, Rows, SettingRow, SwitchRow, TimeRow, UrlField } from './setting-rows.tsx';
import { PartHeading, PassingHead, SectionForm, SettingsGroup } from './settings-form.tsx';
import { WhoSection } from './who-section.tsx';

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
        <UrlField
          {...form.field('salon_social_url')}
          label="Link za Instagram"
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
            [
              'wish_pictures',
              'Klijentkinje mogu da pošalju sliku želje',
              'Najviše 3 uz termin. Vidi ih samo salon.',
            ],
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

const SPLIT_HINT = 'Ostatak slobodnog vremena ostaje u ponudi.';
const STEP_HINT = 'Počeci koje klijentkinja bira.';
const TIDY_HINT = 'U danu koji već ima zakazan termin.';
const REST_HINT = '0 znači trajanje najkraće usluge.';
const NOTICE_HINT = 'Posle toga klijentkinja zove salon. 0 znači do samog početka.';

const timesPreview = lazyPage(() => import('./times-preview.tsx'));

function TimesSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings);
  return (
    <SectionForm form={form} title={title}>
      <LazyPart part={timesPreview} props={{ form }} />
      <div className="rounded-card border border-line bg-card">
        <Rows
          form={form}
          of={[
            ['notice_minutes', 'Zakazivanje najkasnije', NOTICE_HINT, 'min ranije'],
            ['split_slots', 'Kraća usluga ne zauzima ceo termin', SPLIT_HINT],
          ]}
        />
        {form.values.split_slots === '1' && (
          <Rows
            form={form}
            of={[
              ['start_step_minutes', 'Ponuđena vremena na svakih', STEP_HINT, 'min'],
              ['tidy_times', 'Samo vremena koja ne ostavljaju rupe u rasporedu', TIDY_HINT],
              ['rest_minutes', 'Najkraći ostatak koji se nudi', REST_HINT, 'min'],
            ]}
          />
        )}
      </div>
    </SectionForm>
  );
}

const LANGUAGES_LEAD =
  'Klijentkinje biraju jezik stranica i poruka. Latinica je uvek uključena. Nazive usluga prevodite u „Usluge“.';

/** Settings: the languages that visitors, guests and clients can choose besides Serbian in Latin letters (docs/spec/behaviour.md §33.1). */
function LanguagesSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings);
  const field = form.field('languages');
  const chosen = new Set(field.value.split(','));
  const others = LANGUAGES.filter((language) => language !== SALONS_LANGUAGE);
  const choose = (language: string, isOn: boolean) =>
    field.onChange(LANGUAGES.filter((one) => (one === language ? isOn : chosen.has(one))).join());
  return (
    <SectionForm form={form} title={title} lead={LANGUAGES_LEAD}>
      <div className="divide-y divide-line rounded-card border border-line bg-card">
        {others.map((language) => (
          <SwitchRow
            key={language}
            label={LANGUAGE_NAMES[language]}
            field={{
              ...field,
              value: chosen.has(language) ? '1' : '0',
              onChange: (value) => choose(language, value === '1'),
            }}
          />
        ))}
      </div>
    </SectionForm>
  );
}

const LAZY = {
  link: lazyPage(() => import('./link-section.tsx')),
  radnice: lazyPage(() => import('./technicians-section.tsx')),
  uradjeno: lazyPage(() => import('./work-section.tsx')),
};

const OWN_FORMS = {
  salon: SalonSection,
  zakazivanje: BookingSection,
  vremena: TimesSection,
  ko: WhoSection,
  naplata: PaymentsSection,
  poruke: MessagesSection,
  jezici: LanguagesSection,
  obavestenja: NotificationsSection,
  privatnost: PrivacySection,
};

export function SectionContent({ section, settings }: { section: Section; settings: SettingsInput }) {
  const { id, label } = section;
  if (id === 'link' || id === 'radnice' || id === 'uradjeno') {
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
