import { type FormEvent, useEffect } from 'react';
import type { Service } from '#contract/services.ts';
import { refusedByServer } from '../../api/refusal/form-refusal.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useEditService } from './queries.ts';
import { ServiceFields } from './service-fields.tsx';
import { bodyOf, valuesOf, valuesRefusal } from './service-values.ts';

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
      onError: (error) => form.refuse(refusedByServer(error, 'Greška pri čuvanju.')),
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
