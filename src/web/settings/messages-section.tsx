import { Plus, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { DEFAULT_SETTINGS, type MessageSetting, SETTINGS, type SettingName } from '#domain/settings.ts';
import { addDays, addMinutes, dateOf, wallTimeOn } from '#domain/wall-clock.ts';
import { MESSAGE_PLACEHOLDERS } from '#domain/wording/messages.ts';
import { textForClient } from '../lib/appointment/message-links.tsx';
import { useNow } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { TextAreaField } from '../ui/field.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { FieldState } from '../ui/use-form.ts';
import { type SettingsForm, type SettingsInput, settingError, useSettingsForm } from './save-settings.ts';
import { pagesAddress } from './sections.ts';
import { UrlField } from './setting-rows.tsx';
import { PartHeading, SectionForm } from './settings-form.tsx';
import { SmsTab } from './sms-tab.tsx';

const MESSAGES = [
  { id: 'message_confirmation', label: 'Potvrda' },
  { id: 'message_reminder', label: 'Podsetnik' },
  { id: 'message_moved', label: 'Pomeren' },
  { id: 'message_cancelled', label: 'Otkazan' },
  { id: 'message_delay', label: 'Kašnjenje' },
  { id: 'message_free_slot', label: 'Slobodan termin' },
  { id: 'message_review', label: 'Utisak' },
  { id: 'message_return', label: 'Vreme je' },
] as const;
type MessageName = (typeof MESSAGES)[number]['id'];

const SMS = 'sms';
const TABS = [...MESSAGES, { id: SMS, label: 'SMS' }] as const;

const moreOf = (setting: MessageSetting): readonly string[] => setting.more ?? [];

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
          {[...MESSAGE_PLACEHOLDERS, ...moreOf(SETTINGS[name])].map((placeholder) => (
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

function Preview({
  template,
  link,
  minutes,
}: {
  template: string;
  link: string | undefined;
  minutes: number;
}) {
  const now = useNow();
  const salon = useSalon().data;
  if (!now || !salon) return null;
  const today = dateOf(now);
  const start_datetime = wallTimeOn(addDays(today, 1), '11:45');
  const facts = { ...EXAMPLE, start_datetime, expected: addMinutes(start_datetime, minutes) };
  const sender = { salon: salon.name, address: pagesAddress(salon), today, link };
  const text = textForClient(template, facts, sender);
  return (
    <div className="rounded-card border border-dashed border-edge p-4">
      <p className="w-fit max-w-[30rem] rounded-[16px_16px_16px_4px] border border-line bg-card px-4 py-3 text-small wrap-anywhere whitespace-pre-line">
        {text.trim()}
      </p>
    </div>
  );
}

/** Settings: the texts of messages by Viber, SMS and WhatsApp (docs/spec/behaviour.md §1.4). */
export function MessagesSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings);
  const [chosen, setChosen] = useState<MessageName | typeof SMS>('message_confirmation');
  const submit = () => {
    const isWrong = (name: SettingName) => settingError(name, form.values[name]) !== undefined;
    const isFaulty = (name: MessageName) =>
      isWrong(name) || (name === 'message_review' && isWrong('review_url'));
    const isChosenFaulty = chosen === SMS ? isWrong('sms_per_day') : isFaulty(chosen);
    if (!isChosenFaulty) setChosen(MESSAGES.find(({ id }) => isFaulty(id))?.id ?? chosen); // opens the first tab with an error
    form.submit();
  };
  return (
    <SectionForm form={{ ...form, submit }} title={title}>
      <Tabs label="Poruke" tabs={TABS} chosen={chosen} onChoose={setChosen}>
        <div className="max-w-client">
          {chosen === SMS ? <SmsTab form={form} /> : <MessageTab key={chosen} name={chosen} form={form} />}
        </div>
      </Tabs>
    </SectionForm>
  );
}

const EXAMPLE_DELAY_MINUTES = 15;

function MessageTab({ name, form }: { name: MessageName; form: Pick<SettingsForm, 'field'> }) {
  const field = form.field(name);
  /** The field for the URL that replaces `{link}` in the review message. In other messages `{link}` becomes a page of this app. */
  const link = name === 'message_review' ? form.field('review_url') : undefined;
  const minutes = name === 'message_delay' ? EXAMPLE_DELAY_MINUTES : 0;
  return (
    <>
      {link && (
        <UrlField
          {...link}
          label="Link za utiske"
          hint="Vaša stranica za utiske. Bez linka se poruka ne nudi."
          className="mb-4"
        />
      )}
      <MessageText name={name} field={field} />
      <div className="mt-7 mb-3 flex flex-wrap items-center justify-between gap-x-3">
        <PartHeading className="text-h2">Ovako izgleda poruka</PartHeading>
        {field.value !== DEFAULT_SETTINGS[name] && (
          <Button variant="text" isSmall onClick={() => field.onChange(DEFAULT_SETTINGS[name])}>
            <RotateCcw size={16} />
            Vrati početni tekst
          </Button>
        )}
      </div>
      <Preview template={field.value} link={link?.value} minutes={minutes} />
    </>
  );
}
