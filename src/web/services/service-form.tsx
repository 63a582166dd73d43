import { useEffect } from 'react';
import type { RequestBody } from '#contract/index.ts';
import type { Service } from '#contract/services.ts';
import { DESCRIPTION_MAX_CHARACTERS, GROUP_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import { durationText, formatNumber, numberTyped, priceText } from '#domain/wording/numbers.ts';
import { errorFields, errorText, request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { FIRST_STEPS_KEY } from '../lib/queries/admin-queries.ts';
import { servicesQuery, useSalon, useServices } from '../lib/queries/queries.ts';
import { useInvalidate } from '../lib/queries/query-client.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { Form, FormAlert, FormButtons, SubmitButton } from '../ui/form.tsx';
import { toast } from '../ui/toasts/toast.ts';
import type { FormErrors, FormState } from '../ui/use-form.ts';
import { areSame } from '../ui/use-form.ts';

export const useInvalidateServices = () => useInvalidate(servicesQuery.queryKey, FIRST_STEPS_KEY);

/** The fields for name, price and duration. Hints show the numbers in the format of the price list. */
function ServiceFields({ form: { field, values, change } }: { form: FormState<ServiceValues> }) {
  const price = priceIn(values);
  const minutes = wholeNumberIn(values.duration_minutes);
  const { languages = [] } = useSalon().data ?? {};
  const translated = languages.filter((one) => one === 'en' || one === 'ru');
  const groups = new Set(useServices().data?.flatMap(({ group_name }) => group_name ?? []));
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4 @[36rem]:grid-cols-[2fr_1fr_1fr]">
      <TextField
        {...field('name')}
        label="Naziv"
        autoComplete="off"
        maxLength={NAME_MAX_CHARACTERS}
        required
        className="col-span-full @[36rem]:col-span-1"
      />
      {translated.map((language) => (
        <TextField
          key={language}
          {...field(`name_${language}`)}
          label={NAME_LABELS[language]}
          lang={language}
          autoComplete="off"
          maxLength={NAME_MAX_CHARACTERS}
          hint={isBlank(values[`name_${language}`]) && 'Prazno = kao naziv'}
          className="col-span-full"
        />
      ))}
      <TextField
        {...field('price')}
        label="Cena (din)"
        inputMode="decimal"
        autoComplete="off"
        hint={values.price.trim() === '' ? `Prazno = „${priceText(0)}“` : price !== null && priceText(price)}
      />
      <TextField
        {...field('duration_minutes')}
        label="Trajanje (min)"
        inputMode="numeric"
        autoComplete="off"
        hint={
          minutes === null
            ? `Prazno = „${durationText(null)}“`
            : minutes !== undefined && durationText(minutes)
        }
      />
      <TextField
        {...field('return_weeks')}
        label="Ponavlja se (nedelja)"
        inputMode="numeric"
        autoComplete="off"
        hint={isBlank(values.return_weeks) && 'Prazno = po navici klijentkinje'}
      />
      <TextField
        {...field('cleanup_minutes')}
        label="Čišćenje posle (min)"
        inputMode="numeric"
        autoComplete="off"
        hint={isBlank(values.cleanup_minutes) && 'Prazno = bez čišćenja'}
      />
      <TextField
        {...field('short_words')}
        label="Kratke reči"
        autoComplete="off"
        hint="Kako je zovete u jednom redu, na primer: kor, korek."
        className="col-span-full"
      />
      <TextField
        {...field('group_name')}
        label="Grupa"
        autoComplete="off"
        list={GROUPS}
        maxLength={GROUP_MAX_CHARACTERS}
        hint="Na primer: Manikir. Cenovnik se deli na grupe čim postoje dve."
        className="col-span-full"
      />
      <datalist id={GROUPS}>
        {[...groups].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextAreaField
        {...field('description')}
        label="Opis"
        maxCharacters={DESCRIPTION_MAX_CHARACTERS}
        className="col-span-full"
      />
      <Checkbox
        label="Dodatak, nudi se uz drugu uslugu"
        isOn={values.is_addon === 'yes'}
        onChange={(isAddon) => change({ is_addon: isAddon ? 'yes' : '' })}
        className="col-span-full"
      />
      <Checkbox
        label="Ne nudi se, upisuje je samo salon"
        isOn={values.is_hidden === 'yes'}
        onChange={(isHidden) => change({ is_hidden: isHidden ? 'yes' : '' })}
        className="col-span-full"
      />
    </div>
  );
}

const GROUPS = 'grupe-usluga';
const NAME_LABELS = { en: 'Naziv na engleskom', ru: 'Naziv na ruskom' } as const;
const FALLBACK = 'Pokušajte ponovo.';

function addErrors(error: Error): FormErrors | null {
  const fields = errorFields(error);
  if (Object.keys(fields).length > 0) return { fields };
  toast('error', errorText(error, FALLBACK), { title: 'Greška pri dodavanju usluge.' });
  return null;
}

export function AddService() {
  const changed = useInvalidateServices();
  const form = useSubmitForm({
    start: BLANK,
    check: valuesRefusal,
    send: (values) => request('POST /services', { body: bodyOf(values) }),
    fallback: FALLBACK,
    errors: addErrors,
    done: 'Usluga je dodata.',
    onDone: (_service, sent, { values, reset, ref }) => {
      changed();
      reset(BLANK);
      if (areSame(values, sent)) ref.current?.querySelector('input')?.focus(); // else the user is already typing
    },
  });
  return (
    <Form form={form} className="@container grid max-w-home gap-4">
      <ServiceFields form={form} />
      <FormAlert />
      <SubmitButton className="md:justify-self-start">Dodaj uslugu</SubmitButton>
    </Form>
  );
}

/** The form that edits a service in its row. Existing bookings keep their price. */
export function EditService({ service, onClose }: { service: Service; onClose: () => void }) {
  const changed = useInvalidateServices();
  const form = useSubmitForm({
    start: valuesOf(service),
    check: valuesRefusal,
    send: (values) => request('PUT /services/{id}', { params: { id: service.id }, body: bodyOf(values) }),
    fallback: 'Greška pri čuvanju.',
    done: 'Podaci uspešno sačuvani.',
    onDone: () => {
      changed();
      onClose();
    },
  });
  const { ref } = form;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <Form
      form={form}
      onKeyDown={(event) => event.key === 'Escape' && !form.isBusy && onClose()}
      aria-label={service.name}
      className="@container grid gap-4 p-4"
    >
      <ServiceFields form={form} />
      <FormAlert />
      <div className="grid grid-cols-[auto_1fr] gap-2 md:flex md:justify-end">
        <FormButtons onGiveUp={onClose} />
      </div>
    </Form>
  );
}

/** The values of a blank form, named like the API fields so that the server's errors match. */
export const BLANK = {
  name: '',
  name_en: '',
  name_ru: '',
  price: '',
  duration_minutes: '',
  return_weeks: '',
  cleanup_minutes: '',
  short_words: '',
  group_name: '',
  description: '',
  is_addon: '' as '' | 'yes',
  is_hidden: '' as '' | 'yes',
};

type ServiceValues = typeof BLANK;

export const valuesOf = (service: Service): ServiceValues => ({
  name: service.name,
  name_en: service.name_en ?? '',
  name_ru: service.name_ru ?? '',
  price: service.price === 0 ? '' : formatNumber(service.price),
  duration_minutes: String(service.duration_minutes ?? ''),
  return_weeks: String(service.return_weeks ?? ''),
  cleanup_minutes: String(service.cleanup_minutes || ''),
  short_words: service.short_words.join(', '),
  group_name: service.group_name ?? '',
  description: service.description ?? '',
  is_addon: service.is_addon ? 'yes' : '',
  is_hidden: service.is_offered ? '' : 'yes',
});

const isBlank = (text: string): boolean => text.trim() === '';

/** The typed price: 0 for a blank field (docs/spec/product.md §5.7), null for text that is not a number. */
const priceIn = ({ price }: ServiceValues): number | null => (isBlank(price) ? 0 : numberTyped(price));

/** The typed whole number: null for a blank field, undefined for other text. */
function wholeNumberIn(text: string): number | null | undefined {
  if (isBlank(text)) return null;
  const typed = numberTyped(text);
  return typed !== null && Number.isInteger(typed) ? typed : undefined;
}

const wordsIn = ({ short_words }: ServiceValues): string[] =>
  short_words.split(',').flatMap((word) => word.trim() || []);

/** The errors for a missing name and for numbers that cannot be read. The server checks everything else. */
export function valuesRefusal(values: ServiceValues): FormErrors | null {
  const fields: Record<string, string> = {};
  if (isBlank(values.name)) fields.name = 'Unesite naziv usluge.';
  if (priceIn(values) === null) fields.price = 'Cena je broj, na primer 2.500.';
  if (wholeNumberIn(values.duration_minutes) === undefined)
    fields.duration_minutes = 'Trajanje je ceo broj minuta.';
  if (wholeNumberIn(values.return_weeks) === undefined) fields.return_weeks = 'Broj nedelja je ceo broj.';
  if (wholeNumberIn(values.cleanup_minutes) === undefined)
    fields.cleanup_minutes = 'Čišćenje je ceo broj minuta.';
  return Object.keys(fields).length > 0 ? { text: null, fields } : null;
}

/** The request body, for values that `valuesRefusal` accepts. */
export const bodyOf = (values: ServiceValues): RequestBody<'POST /services'> => ({
  name: values.name.trim(),
  name_en: values.name_en,
  name_ru: values.name_ru,
  price: priceIn(values) ?? 0,
  duration_minutes: wholeNumberIn(values.duration_minutes) ?? null,
  return_weeks: wholeNumberIn(values.return_weeks) ?? null,
  cleanup_minutes: wholeNumberIn(values.cleanup_minutes) ?? 0,
  short_words: wordsIn(values),
  group_name: values.group_name,
  description: values.description,
  is_addon: values.is_addon ? 1 : 0,
  is_offered: values.is_hidden ? 0 : 1,
});
