import type { FormEvent } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { longServiceHint } from '#domain/booking.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { request } from '../lib/api.ts';
import { serverErrors } from '../lib/errors.ts';
import { useServiceOptions } from '../lib/query-hooks.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-shell.tsx';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useForm } from '../ui/use-form.ts';
import { toastSaved, useAppointmentMutation } from './use-change.ts';

const FALLBACK = 'Greška pri čuvanju usluge.';

export function ChangeServiceDialog({
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
  const change = useAppointmentMutation(
    (serviceId: number | null) =>
      request('POST /appointments/{id}/service', { params: { id }, body: { service_id: serviceId } }),
    {
      onDone: toastSaved,
      onClose,
      onRefused: (error) => form.refuse(serverErrors(error, FALLBACK)),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    if (!form.isDirty) return onClose();
    form.clearErrors();
    change.mutate(chosen === '' ? null : Number(chosen));
  };
  return (
    <Dialog
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
        <DialogActions>
          <FormButtons onGiveUp={onClose} isBusy={change.isPending} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
