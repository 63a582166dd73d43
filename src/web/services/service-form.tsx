import { type FormEvent, useEffect } from 'react';
import type { RequestBody } from '#contract/index.ts';
import type { Service } from '#contract/services.ts';
import { NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import { durationText, formatNumber, numberTyped, priceText } from '#domain/wording/numbers.ts';
import { errorFields, errorText, type FormErrors, serverErrors } from '../lib/errors.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { type Form, FormAlert, FormButtons, useForm } from '../ui/form.tsx';
import { toast } from '../ui/toast.ts';
import { useAddService, useEditService } from './queries.ts';

/** Name, price, length; under the numbers how the price list will say them. */
function ServiceFields({ form: { field, values } }: { form: Form<ServiceValues> }) {
  const price = priceIn(values);
  const minutes = minutesIn(values);
  return (
    <>
      <TextField
        {...field('name')}
        label="Naziv"
        autoComplete="off"
        maxLength={NAME_MAX_CHARACTERS}
        required
        className="col-span-2 md:col-span-1"
      />
      <TextField
        {...field('price')}
        label="Cena (din)"
        inputMode="decimal"
        autoComplete="off"
        hint={price !== null && priceText(price)}
      />
      <TextField
        {...field('duration_minutes')}
        label="Trajanje (min)"
        inputMode="numeric"
        autoComplete="off"
        hint={minutes !== undefined && durationText(minutes)}
      />
    </>
  );
}

const FALLBACK = 'Pokušajte ponovo.';
const FAILED = 'Greška pri dodavanju usluge.';

/** A new service at the end of the price list. */
export function AddService() {
  const form = useForm(BLANK);
  const add = useAddService();
  const added = () => {
    toast('success', 'Usluga je dodata.');
    form.reset(BLANK);
    form.ref.current?.querySelector('input')?.focus();
  };
  const refused = (error: Error) => {
    const fields = errorFields(error);
    if (Object.keys(fields).length > 0) form.refuse({ fields });
    else toast('error', errorText(error, FALLBACK), { title: FAILED });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const refusal = valuesRefusal(form.values);
    if (refusal) return form.refuse(refusal);
    form.accept();
    add.mutate(bodyOf(form.values), { onSuccess: added, onError: refused });
  };
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid max-w-home gap-4">
      <div className="grid grid-cols-2 gap-4 md:grid-cols-[2fr_1fr_1fr]">
        <ServiceFields form={form} />
      </div>
      <FormAlert text={form.alert} />
      <Button type="submit" isBusy={add.isPending} className="md:justify-self-start">
        Dodaj uslugu
      </Button>
    </form>
  );
}

/** A service changed in its own row. What is booked keeps the price it was booked with. */
export function EditService({ service, onClose }: { service: Service; onClose: () => void }) {
  const form = useForm(valuesOf(service));
  const edit = useEditService(service.id);
  const { ref } = form;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edit.isPending) return;
    const refusal = valuesRefusal(form.values);
    if (refusal) return form.refuse(refusal);
    form.accept();
    edit.mutate(bodyOf(form.values), {
      onSuccess: () => {
        toast('success', 'Podaci uspešno sačuvani.');
        onClose();
      },
      onError: (error) => form.refuse(serverErrors(error, 'Greška pri čuvanju.')),
    });
  };
  return (
    <form
      ref={form.ref}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && !edit.isPending && onClose()}
      noValidate
      aria-label={service.name}
      className="grid gap-4 p-4"
    >
      <div className="grid grid-cols-2 gap-4 md:grid-cols-[2fr_1fr_1fr]">
        <ServiceFields form={form} />
      </div>
      <FormAlert text={form.alert} />
      <div className="grid grid-cols-[auto_1fr] gap-2 md:flex md:justify-end">
        <FormButtons onGiveUp={onClose} isBusy={edit.isPending} giveUp="Odustani" />
      </div>
    </form>
  );
}

/** What stands in a service's fields; '' is nothing. Their names are those of the wire, so the server's faults find them. */
export type ServiceValues = { name: string; price: string; duration_minutes: string };

export const BLANK: ServiceValues = { name: '', price: '', duration_minutes: '' };

export const valuesOf = ({ name, price, duration_minutes }: Service): ServiceValues => ({
  name,
  price: price === 0 ? '' : formatNumber(price),
  duration_minutes: duration_minutes === null ? '' : String(duration_minutes),
});

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * An empty price is 0 and an empty length none (docs/spec/product.md §5.7); null where something else than a number was typed.
 */
const priceIn = ({ price }: ServiceValues): number | null => (isBlank(price) ? 0 : numberTyped(price));

/** Minutes, null for none; undefined where something else than a number was typed. */
function minutesIn({ duration_minutes }: ServiceValues): number | null | undefined {
  if (isBlank(duration_minutes)) return null;
  const minutes = numberTyped(duration_minutes);
  return minutes !== null && Number.isInteger(minutes) ? minutes : undefined;
}

/** Why these values can't travel; the server judges the rest. */
export function valuesRefusal(values: ServiceValues): FormErrors | null {
  const fields: Record<string, string> = {};
  if (isBlank(values.name)) fields.name = 'Unesite naziv usluge.';
  if (priceIn(values) === null) fields.price = 'Cena je broj, na primer 2.500.';
  if (minutesIn(values) === undefined) fields.duration_minutes = 'Trajanje je ceo broj minuta.';
  return Object.keys(fields).length > 0 ? { text: null, fields } : null;
}

/** What travels. Only of values that `valuesRefusal` lets through. */
export const bodyOf = (values: ServiceValues): RequestBody<'POST /services'> => ({
  name: values.name.trim(),
  price: priceIn(values) ?? 0,
  duration_minutes: minutesIn(values) ?? null,
});
