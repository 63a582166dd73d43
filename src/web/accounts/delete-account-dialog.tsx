import { useState } from 'react';
import { useLocation } from 'wouter';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { request } from '../lib/api.ts';
import { useNow, useToday } from '../lib/clock.ts';
import { paths } from '../lib/paths.ts';
import { useUpcoming } from '../lib/query-hooks.ts';
import { useSubmitForm } from '../lib/submit-form.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { List, ListItem } from '../ui/list.tsx';
import { ruleErrors } from './rule-errors.ts';

/** The client's bookings that can still be cancelled: they are cancelled first, if the client says so. */
function useBookingsAhead() {
  const now = useNow();
  const { data } = useUpcoming();
  return data?.filter((row) => now !== null && !actionRefusal('cancel', row, 'CLIENT', now)) ?? [];
}

function BookingsAhead({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const today = useToday();
  const bookings = useBookingsAhead();
  if (bookings.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p>Imate zakazane termine:</p>
      <List>
        {bookings.map((booking) => (
          <ListItem key={booking.id} title={whenInWords(booking, today)} note={booking.service_name} />
        ))}
      </List>
      <Checkbox label="Otkaži ih i obriši nalog" isOn={isOn} onChange={onChange} />
    </div>
  );
}

/** Deletes the account for good: the password is required, and clients decide themselves about bookings ahead. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [isCancelling, setIsCancelling] = useState(false);
  const bookings = useBookingsAhead();
  const form = useSubmitForm({
    start: { old_password: '' },
    check: ({ old_password }) => (old_password ? null : ruleErrors('old_password_missing')),
    send: ({ old_password }) =>
      request('POST /auth/me/delete', { body: { password: old_password, cancel_bookings: isCancelling } }),
    fallback: 'Greška pri brisanju.',
    done: 'Nalog je obrisan.',
    // logging out is also the way out of an account that is gone
    onDone: () => navigate(paths.logout, { replace: true }),
  });
  return (
    <Dialog title="Obriši nalog" onClose={onClose} hasCloseButton={false}>
      <DialogForm
        form={form}
        submit="Obriši nalog"
        variant="danger"
        isBlocked={bookings.length > 0 && !isCancelling}
      >
        <p>
          Brišu se vaše ime, kontakt, istorija i notifikacije, i odjavljujete se na svim uređajima. Ova radnja
          je nepovratna.
        </p>
        <BookingsAhead isOn={isCancelling} onChange={setIsCancelling} />
        <PasswordField
          {...form.field('old_password')}
          label="Lozinka"
          autoComplete="current-password"
          required
        />
      </DialogForm>
    </Dialog>
  );
}
