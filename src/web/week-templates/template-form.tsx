import type { FormEvent } from 'react';
import type { Template } from '#contract/week-templates.ts';
import { slotServerErrors } from '../lib/slot-errors.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-shell.tsx';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { DurationField, TimeField } from '../ui/time-field.tsx';
import { toast } from '../ui/toast.ts';
import { type FormState, useForm } from '../ui/use-form.ts';
import { useAddTemplate, useEditTemplate } from './queries.ts';
import {
  checkedTemplate,
  endOf,
  FIRST_VALUES,
  type TemplateValues,
  valuesOf,
  WEEKDAY_OPTIONS,
} from './template-values.ts';

/** Weekday, time and length; the end is shown while it is typed. */
function TemplateFields({ form: { field, values } }: { form: FormState<TemplateValues> }) {
  const checked = checkedTemplate(values);
  return (
    <>
      <SelectField {...field('weekday')} label="Dan" options={WEEKDAY_OPTIONS} />
      <TimeField {...field('start')} label="Vreme" required />
      <DurationField {...field('duration')} hint={checked.ok && `Kraj u ${endOf(checked.template)}`} />
    </>
  );
}

const ADD_FAILED = 'Neuspešno dodavanje.';

/** One more slot of the usual week; the form then stands right after it, ready for the next. */
export function AddTemplate() {
  const form = useForm(FIRST_VALUES);
  const add = useAddTemplate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const { values } = form;
    const checked = checkedTemplate(values);
    if (!checked.ok) return form.refuse(checked.errors);
    form.clearErrors();
    add.mutate(checked.template, {
      onSuccess: () => {
        toast('success', 'Šablon je dodat.');
        form.reset({ ...values, start: endOf(checked.template) });
      },
      onError: (error) => form.refuse(slotServerErrors(error, ADD_FAILED, values.start)),
    });
  };
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-[1fr_1fr_1fr_auto] md:items-start">
        <TemplateFields form={form} />
        <Button type="submit" isBusy={add.isPending} className="md:mt-6.5">
          Dodaj šablon
        </Button>
      </div>
      <FormAlert text={form.alert} />
    </form>
  );
}

const SAVE_FAILED = 'Greška pri čuvanju.';

/** A template changed; slots that were made from it stay as they are. */
export function EditTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const form = useForm(valuesOf(template));
  const edit = useEditTemplate(template.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edit.isPending) return;
    const { values } = form;
    const checked = checkedTemplate(values);
    if (!checked.ok) return form.refuse(checked.errors);
    form.clearErrors();
    edit.mutate(checked.template, {
      onSuccess: () => {
        toast('success', 'Podaci uspešno sačuvani.');
        onClose();
      },
      onError: (error) => form.refuse(slotServerErrors(error, SAVE_FAILED, values.start)),
    });
  };
  return (
    <Dialog
      title="Šablon"
      lead="Već napravljeni termini ostaju kakvi jesu."
      onClose={onClose}
      isDirty={form.isDirty}
      isBusy={edit.isPending}
    >
      {(requestClose) => (
        <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
          <TemplateFields form={form} />
          <FormAlert text={form.alert} />
          <DialogActions>
            <FormButtons onGiveUp={requestClose} isBusy={edit.isPending} giveUp="Odustani" />
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
