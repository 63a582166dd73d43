import type { FormEvent } from 'react';
import type { Template } from '#contract/templates.ts';
import { refusedSlotByServer } from '../api/appointments/slot-refusal.ts';
import { Sheet } from '../ui/dialog/sheet.tsx';
import { SheetActions } from '../ui/dialog/sheet-actions.tsx';
import { FormAlert } from '../ui/form/form-alert.tsx';
import { FormButtons } from '../ui/form/form-buttons.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { toast } from '../ui/toast/toast.ts';
import { useEditTemplate } from './queries.ts';
import { TemplateFields } from './template-fields.tsx';
import { fieldsOf, valuesOf, valuesRefusal } from './template-values.ts';

const FALLBACK = 'Greška pri čuvanju.';

/** A template changed; slots that were made from it stay as they are. */
export function EditTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const form = useForm(valuesOf(template));
  const edit = useEditTemplate(template.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edit.isPending) return;
    const { values } = form;
    const refusal = valuesRefusal(values);
    if (refusal) return form.refuse(refusal);
    form.accept();
    edit.mutate(fieldsOf(values), {
      onSuccess: () => {
        toast('success', 'Podaci uspešno sačuvani.');
        onClose();
      },
      onError: (error) => form.refuse(refusedSlotByServer(error, FALLBACK, values.start)),
    });
  };
  return (
    <Sheet
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
          <SheetActions>
            <FormButtons onGiveUp={requestClose} isBusy={edit.isPending} giveUp="Odustani" />
          </SheetActions>
        </form>
      )}
    </Sheet>
  );
}
