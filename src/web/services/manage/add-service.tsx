import type { FormEvent } from 'react';
import { errorFields, errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/action/button.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useAddService } from './queries.ts';
import { ServiceFields } from './service-fields.tsx';
import { BLANK, bodyOf, valuesRefusal } from './service-values.ts';

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
