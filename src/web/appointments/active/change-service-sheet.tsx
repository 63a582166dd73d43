import type { FormEvent } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { whenInWords } from '#salon/appointments/appointment-in-words.ts';
import { longServiceHint } from '#salon/appointments/booking.ts';
import { useServiceOptions } from '../../api/appointments/use-service-options.ts';
import { call } from '../../api/call.ts';
import { refusedByServer } from '../../api/refusal/form-refusal.ts';
import { Sheet } from '../../ui/dialog/sheet.tsx';
import { SheetActions } from '../../ui/dialog/sheet-actions.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { saySaved } from '../say-saved.ts';
import { useChange } from '../use-change.ts';

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
