import type { Template } from '#contract/week-templates.ts';
import type { TemplateFields } from '#domain/week-templates.ts';
import { request } from '../lib/api.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { slotServerErrors } from '../lib/slot-errors.ts';
import { useParsedForm } from '../lib/submit-form.ts';
import { DurationField } from '../ui/date-time/duration-field.tsx';
import { TimeField } from '../ui/date-time/time-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-shell.tsx';
import { Form, FormAlert, FormButtons, SubmitButton } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { FormState } from '../ui/use-form.ts';
import {
  endOf,
  FIRST_VALUES,
  parseTemplate,
  type TemplateValues,
  valuesOf,
  WEEKDAY_OPTIONS,
} from './template-values.ts';

/** Weekday, time and length; the end is shown while it is typed. */
function Fields({ form: { field, values } }: { form: FormState<TemplateValues> }) {
  const parsed = parseTemplate(values);
  return (
    <>
      <SelectField {...field('weekday')} label="Dan" options={WEEKDAY_OPTIONS} />
      <TimeField {...field('start')} label="Vreme" required />
      <DurationField {...field('duration')} hint={parsed.ok && `Kraj u ${endOf(parsed.input)}`} />
    </>
  );
}

interface TemplateFormOptions {
  start: TemplateValues;
  send: (template: TemplateFields) => Promise<Template>;
  fallback: string;
  done: string;
  onDone: (template: Template, form: FormState<TemplateValues>) => void;
}

function useTemplateForm({ onDone, fallback, ...options }: TemplateFormOptions) {
  const invalidate = useInvalidateAppointments();
  return useParsedForm({
    ...options,
    parse: parseTemplate,
    fallback,
    errors: (error, { start }) => slotServerErrors(error, fallback, start),
    onDone: (template, _sent, form) => {
      invalidate();
      onDone(template, form);
    },
  });
}

/** One more slot of the usual week; the form then stands right after it, ready for the next. */
export function AddTemplate() {
  const form = useTemplateForm({
    start: FIRST_VALUES,
    send: (body) => request('POST /templates', { body }),
    fallback: 'Neuspešno dodavanje.',
    done: 'Šablon je dodat.',
    onDone: (template, { reset }) => reset({ ...valuesOf(template), start: endOf(template) }),
  });
  return (
    <Form form={form} className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-[1fr_1fr_1fr_auto] md:items-start">
        <Fields form={form} />
        <SubmitButton className="md:mt-6.5">Dodaj šablon</SubmitButton>
      </div>
      <FormAlert />
    </Form>
  );
}

/** A template changed; slots that were made from it stay as they are. */
export function EditTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const { id } = template;
  const form = useTemplateForm({
    start: valuesOf(template),
    send: (body) => request('PUT /templates/{id}', { params: { id }, body }),
    fallback: 'Greška pri čuvanju.',
    done: 'Podaci uspešno sačuvani.',
    onDone: onClose,
  });
  return (
    <Dialog title="Šablon" lead="Već napravljeni termini ostaju kakvi jesu." onClose={onClose}>
      <Form form={form} className="grid gap-4">
        <Fields form={form} />
        <FormAlert />
        <DialogActions>
          <FormButtons giveUp="Odustani" />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
