import { Plus, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { DEFAULT_SETTINGS, SETTINGS } from '#domain/settings.ts';
import { addDays, dateOf, wallTimeOn } from '#domain/wall-clock.ts';
import { MESSAGE_PLACEHOLDERS, messageText } from '#domain/wording/messages.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { TextAreaField } from '../ui/field.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { FieldState } from '../ui/use-form.ts';
import { pagesAddress } from './pages-address.ts';
import { useSettingsForm } from './save-settings.ts';
import { type SettingsInput, settingError } from './setting-errors.ts';
import { PartHeading, SettingsForm } from './settings-form.tsx';

const MESSAGES = [
  { id: 'message_confirmation', label: 'Potvrda' },
  { id: 'message_reminder', label: 'Podsetnik' },
  { id: 'message_moved', label: 'Pomeren' },
  { id: 'message_cancelled', label: 'Otkazan' },
  { id: 'message_free_slot', label: 'Slobodan termin' },
] as const;
type MessageName = (typeof MESSAGES)[number]['id'];
const NAMES = MESSAGES.map(({ id }) => id);

/** What is being written, with its placeholders a press away. */
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
              <Plus aria-hidden="true" size={16} strokeWidth={1.75} />
              {placeholder}
            </Button>
          ))}
        </div>
      </fieldset>
    </>
  );
}

const EXAMPLE = { name: 'Marta Đukanović', isClient: true, service_name: 'Gel lak' };

/** The message as a client reads it, with an example of a booking and the salon's own name and address. */
function Preview({ template }: { template: string }) {
  const now = useNow();
  const salon = useSalon().data;
  if (!now || !salon) return null;
  const today = dateOf(now);
  const facts = { ...EXAMPLE, start_datetime: wallTimeOn(addDays(today, 1), '11:45') };
  const text = messageText(template, facts, { salon: salon.name, address: pagesAddress(salon), today });
  return (
    <div className="rounded-card border border-dashed border-edge p-4">
      <p className="w-fit max-w-[30rem] rounded-[16px_16px_16px_4px] border border-line bg-card px-4 py-3 text-small wrap-anywhere whitespace-pre-line">
        {text.trim()}
      </p>
    </div>
  );
}

function OwnMessage({ name, field }: { name: MessageName; field: FieldState<string> }) {
  return (
    <div className="max-w-client">
      <MessageText key={name} name={name} field={field} />
      <div className="mt-7 mb-3 flex flex-wrap items-center justify-between gap-x-3">
        <PartHeading className="text-h2">Ovako stiže</PartHeading>
        {field.value !== DEFAULT_SETTINGS[name] && (
          <Button variant="text" isSmall onClick={() => field.onChange(DEFAULT_SETTINGS[name])}>
            <RotateCcw aria-hidden="true" size={16} strokeWidth={1.75} />
            Vrati početni tekst
          </Button>
        )}
      </div>
      <Preview template={field.value} />
    </div>
  );
}

/** The texts for Viber, SMS and WhatsApp (docs/spec/behaviour.md §1.4). */
export function MessagesSection({ settings, title }: { settings: SettingsInput; title: string }) {
  const form = useSettingsForm(settings, NAMES);
  const [chosen, setChosen] = useState<MessageName>('message_confirmation');
  const submit = () => {
    const isFaulty = (name: MessageName) => settingError(name, form.values[name]) !== undefined;
    if (!isFaulty(chosen)) setChosen(NAMES.find(isFaulty) ?? chosen); // what is wrong is shown
    form.submit();
  };
  return (
    <SettingsForm form={{ ...form, submit }} title={title}>
      <Tabs label="Poruke" tabs={MESSAGES} chosen={chosen} onChoose={setChosen}>
        <OwnMessage name={chosen} field={form.field(chosen)} />
      </Tabs>
    </SettingsForm>
  );
}
