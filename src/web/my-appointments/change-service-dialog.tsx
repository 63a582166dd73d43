import type { FormEvent } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { longServiceHint } from '#domain/booking.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { call } from '../lib/api.ts';
import { refusedByServer } from '../lib/errors.ts';
import { useServiceOptions } from '../lib/queries.ts';
import { Sheet, SheetActions } from '../ui/dialog.tsx';
import { FormAlert, FormButtons, useForm } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { saySaved, useChange } from './use-change.ts';

const FALLBACK = 'Greška pri čuvanju usluge.';

export function ChangeServiceSheet({
  appointment,
  onClose,
}: {
  appointment: Appointment;
  onClose: () => void;
}) {
  const { id, service_id } = appointment;
  const services = useServiceOptions();
  const form = useForm({ service_id: service_id === null ? '' : String(service_id) });
  const chosen = form.values.service_id;
  const change = useChange(
    (serviceId: number | null) =>
      call('POST /appointments/{id}/service', { params: { id }, body: { service_id: serviceId } }),
    {
      onDone: saySaved,
      onClose,
      onRefused: (error) => form.refuse(refusedByServer(error, FALLBACK)),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    if (!form.isDirty) return onClose();
    form.accept();
    change.mutate(chosen === '' ? null : Number(chosen));
  };
  return (
    <Sheet
      title="Promeni uslugu"
      lead={whenInWords(appointment)}
      onClose={onClose}
      isBusy={change.isPending}
      hasCloseButton={false}
    >
      <form ref={form.ref} onSubmit={submit} noValidate>
        <div className="grid gap-4">
          <SelectField
            {...form.field('service_id')}
            label="Usluga"
            options={services.options}
            hint={longServiceHint(services.find(chosen)?.duration_minutes ?? null, appointment)}
          />
        </div>
        <div className="has-[p]:mt-4">
          <FormAlert text={form.alert} />
        </div>
        <SheetActions>
          <FormButtons onGiveUp={onClose} isBusy={change.isPending} />
        </SheetActions>
      </form>
    </Sheet>
  );
}
