import type { Appointment } from '#contract/appointments.ts';
import { longServiceHint } from '#domain/booking.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { request } from '../lib/api.ts';
import { useServiceOptions } from '../lib/appointment/appointments.ts';
import { useToday } from '../lib/clock/clock.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useOwnChangeForm } from './own-change.ts';

/** The value of a service that was deleted from the price list: the appointment keeps its name and no id. */
const DELETED = 'deleted';

const serviceValue = ({ service_id, service_name }: Appointment): string => {
  if (service_id !== null) return String(service_id);
  return service_name === null ? '' : DELETED;
};

export interface ChangeServiceDialogProps {
  appointment: Appointment;
  onClose: () => void;
}

export function ChangeServiceDialog({ appointment, onClose }: ChangeServiceDialogProps) {
  const today = useToday();
  const { id, service_name } = appointment;
  const services = useServiceOptions();
  const start = serviceValue(appointment);
  const deleted = { value: DELETED, label: `${service_name} (više nije u ponudi)` };
  const form = useOwnChangeForm({
    start: { service_id: start },
    send: ({ service_id }) =>
      request('POST /appointments/{id}/service', {
        params: { id },
        body: { service_id: service_id === '' ? null : Number(service_id) },
      }),
    fallback: 'Greška pri čuvanju usluge.',
    isDirty: () => false, // a choice is made again in a moment
    onClose,
  });
  const chosen = form.values.service_id;
  const submit = () => (chosen === start ? onClose() : form.submit());
  return (
    <Dialog
      title="Promeni uslugu"
      lead={whenInWords(appointment, today)}
      onClose={onClose}
      hasCloseButton={false}
    >
      <DialogForm form={{ ...form, submit }}>
        <SelectField
          {...form.field('service_id')}
          label="Usluga"
          options={start === DELETED ? [deleted, ...services.options] : services.options}
          hint={longServiceHint(services.find(chosen)?.duration_minutes ?? null, appointment)}
        />
      </DialogForm>
    </Dialog>
  );
}
