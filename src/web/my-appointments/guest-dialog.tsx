import type { FormEvent } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { guestAfter } from '#domain/booking.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { call } from '../lib/api.ts';
import { refusalText, refusedByServer } from '../lib/errors.ts';
import { Sheet, SheetActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormAlert, FormButtons, useForm } from '../ui/form.tsx';
import { saySaved, useChange } from './use-change.ts';

const FALLBACK = 'Greška pri čuvanju gosta.';

type Guest = Exclude<ReturnType<typeof guestAfter>, string>;

export function GuestSheet({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const { id, guest_name, guest_phone } = appointment;
  const form = useForm({ guest_name: guest_name ?? '', guest_phone: guest_phone ?? '' });
  const change = useChange(
    (guest: Guest) => call('POST /appointments/{id}/guest', { params: { id }, body: guest }),
    {
      onDone: saySaved,
      onClose,
      onRefused: (error) => form.refuse(refusedByServer(error, FALLBACK)),
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
      return form.refuse({ text: refusalText(guest), fields });
    }
    form.accept();
    change.mutate(guest);
  };
  return (
    <Sheet
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
          <SheetActions>
            <FormButtons onGiveUp={requestClose} isBusy={change.isPending} />
          </SheetActions>
        </form>
      )}
    </Sheet>
  );
}
