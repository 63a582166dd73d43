import type { FormEvent } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { guestAfter } from '#domain/booking.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { request } from '../lib/api.ts';
import { serverErrors, textOfError } from '../lib/errors.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-shell.tsx';
import { TextField } from '../ui/field.tsx';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import { useForm } from '../ui/use-form.ts';
import { toastSaved, useAppointmentMutation } from './use-change.ts';

const FALLBACK = 'Greška pri čuvanju gosta.';

type Guest = Exclude<ReturnType<typeof guestAfter>, string>;

export function GuestDialog({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const { id, guest_name, guest_phone } = appointment;
  const form = useForm({ guest_name: guest_name ?? '', guest_phone: guest_phone ?? '' });
  const change = useAppointmentMutation(
    (guest: Guest) => request('POST /appointments/{id}/guest', { params: { id }, body: guest }),
    {
      onDone: toastSaved,
      onClose,
      onRefused: (error) => form.refuse(serverErrors(error, FALLBACK)),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const guest = guestAfter(appointment, form.values);
    if (typeof guest === 'string') {
      const isBlank = (text: string) => !text.trim() || undefined;
      const fields = {
        guest_name: isBlank(form.values.guest_name),
        guest_phone: isBlank(form.values.guest_phone),
      };
      return form.refuse({ text: textOfError(guest), fields });
    }
    form.clearErrors();
    change.mutate(guest);
  };
  return (
    <Dialog
      title="Podaci o gostu"
      lead={whenInWords(appointment)}
      onClose={onClose}
      isDirty={form.isDirty}
      isBusy={change.isPending}
      hasCloseButton={false}
    >
      {(requestClose) => (
        <form ref={form.ref} onSubmit={submit} noValidate>
          <div className="grid gap-4">
            <p className="text-small text-soft">Ako dolazite vi, ostavite oba polja prazna.</p>
            <TextField {...form.field('guest_name')} label="Ime" autoComplete="off" autoCapitalize="words" />
            <TextField {...form.field('guest_phone')} label="Telefon" type="tel" autoComplete="off" />
          </div>
          <div className="has-[p]:mt-4">
            <FormAlert text={form.alert} />
          </div>
          <DialogActions>
            <FormButtons onGiveUp={requestClose} isBusy={change.isPending} />
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
