import { DurationField } from '../fields/duration-field.tsx';
import { TimeField } from '../fields/time-field.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import type { Form } from '../ui/form/use-form.ts';
import { endOf, fieldsOf, type TemplateValues, valuesRefusal, WEEKDAY_OPTIONS } from './template-values.ts';

/** Weekday, time and length; the end is shown while it is typed. */
export function TemplateFields({ form: { field, values } }: { form: Form<TemplateValues> }) {
  return (
    <>
      <SelectField {...field('weekday')} label="Dan" options={WEEKDAY_OPTIONS} />
      <TimeField {...field('start')} label="Vreme" required />
      <DurationField
        {...field('duration')}
        hint={valuesRefusal(values) === null && `Kraj u ${endOf(fieldsOf(values))}`}
      />
    </>
  );
}
