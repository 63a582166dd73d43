import { NAME_MAX_CHARACTERS } from '#salon/limits.ts';
import { durationText, priceText } from '#salon/serbian.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Form } from '../../ui/form/use-form.ts';
import { minutesIn, priceIn, type ServiceValues } from './service-values.ts';

/** Name, price, length; under the numbers how the price list will say them. */
export function ServiceFields({ form: { field, values } }: { form: Form<ServiceValues> }) {
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
