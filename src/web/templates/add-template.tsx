import type { FormEvent } from 'react';
import { refusedSlotByServer } from '../api/appointments/slot-refusal.ts';
import { Button } from '../ui/action/button.tsx';
import { FormAlert } from '../ui/form/form-alert.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { toast } from '../ui/toast/toast.ts';
import { useAddTemplate } from './queries.ts';
import { TemplateFields } from './template-fields.tsx';
import { endOf, FIRST_VALUES, fieldsOf, valuesRefusal } from './template-values.ts';

const FALLBACK = 'Neuspešno dodavanje.';

/** One more slot of the usual week; the form then stands right after it, ready for the next. */
export function AddTemplate() {
  const form = useForm(FIRST_VALUES);
  const add = useAddTemplate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const { values } = form;
    const refusal = valuesRefusal(values);
    if (refusal) return form.refuse(refusal);
    form.accept();
    add.mutate(fieldsOf(values), {
      onSuccess: () => {
        toast('success', 'Šablon je dodat.');
        form.reset({ ...values, start: endOf(fieldsOf(values)) });
      },
      onError: (error) => form.refuse(refusedSlotByServer(error, FALLBACK, values.start)),
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
