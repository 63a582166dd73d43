import type { Appointment } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import { guestAfter } from '#domain/clients/booked-person.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import type { FormErrors } from '../ui/use-form.ts';
import { useOwnChangeForm } from './own-change.ts';

type GuestValues = { guest_name: string; guest_phone: string };

/** The rule's refusal, with the fields that are blank marked. */
function guestErrors(appointment: Appointment, values: GuestValues): FormErrors | null {
  const guest = guestAfter(appointment, values);
  if (typeof guest !== 'string') return null;
  const isBlank = (text: string) => !text.trim() || undefined;
  const fields = { guest_name: isBlank(values.guest_name), guest_phone: isBlank(values.guest_phone) };
  return { text: textOfError(guest), fields };
}

/** A guest as it is stored: both fields trimmed, or neither. */
const bodyOf = ({ guest_name, guest_phone }: GuestValues) => ({
  guest_name: guest_name.trim() || null,
  guest_phone: guest_phone.trim() || null,
});

export function GuestDialog({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const today = useToday();
  const { id, guest_name, guest_phone } = appointment;
  const form = useOwnChangeForm({
    start: { guest_name: guest_name ?? '', guest_phone: guest_phone ?? '' },
    check: (values) => guestErrors(appointment, values),
    send: (values) => request('POST /appointments/{id}/guest', { params: { id }, body: bodyOf(values) }),
    fallback: 'Greška pri čuvanju gosta.',
    onClose,
  });
  return (
    <Dialog
      title="Podaci o gostu"
      lead={whenInWords(appointment, today)}
      onClose={onClose}
      hasCloseButton={false}
    >
      <DialogForm form={form}>
        <p className="text-small text-soft">Ako dolazite vi, ostavite oba polja prazna.</p>
        <TextField {...form.field('guest_name')} label="Ime" autoComplete="off" autoCapitalize="words" />
        <TextField {...form.field('guest_phone')} label="Telefon" type="tel" autoComplete="off" />
      </DialogForm>
    </Dialog>
  );
}
