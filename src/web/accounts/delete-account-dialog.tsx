import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { actionRefusal } from '#domain/appointments.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { request } from '../lib/api.ts';
import { useNow } from '../lib/clock.ts';
import { ruleErrors, serverErrors } from '../lib/errors.ts';
import { paths } from '../lib/paths.ts';
import { useUpcoming } from '../lib/query-hooks.ts';
import { List, ListItem } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-shell.tsx';
import { PasswordField } from '../ui/field.tsx';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import { toast } from '../ui/toast.ts';
import { useForm } from '../ui/use-form.ts';

const FALLBACK = 'Greška pri brisanju.';

/** Her bookings that can still be cancelled: they go first, if she says so. */
function useBookingsAhead() {
  const now = useNow();
  const { data } = useUpcoming();
  return data?.filter((row) => now !== null && !actionRefusal('cancel', row, 'CLIENT', now)) ?? [];
}

function BookingsAhead({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const bookings = useBookingsAhead();
  if (bookings.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p>Imate zakazane termine:</p>
      <List>
        {bookings.map((booking) => (
          <ListItem key={booking.id} title={whenInWords(booking)} note={booking.service_name} />
        ))}
      </List>
      <Checkbox label="Otkaži ih i obriši nalog" isOn={isOn} onChange={onChange} />
    </div>
  );
}

function useForgetMe(onRefused: (error: unknown) => void) {
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (body: { password: string; cancel_bookings: boolean }) =>
      request('POST /auth/me/delete', { body }),
    onSuccess: () => {
      navigate(paths.logout, { replace: true }); // the way out also for whoever has no account any more
      toast('success', 'Nalog je obrisan.');
    },
    onError: onRefused,
  });
}

/** Deletes the account for good: the password is asked, and what happens to bookings ahead is her own choice. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ old_password: '' });
  const [isCancelling, setIsCancelling] = useState(false);
  const bookings = useBookingsAhead();
  const forget = useForgetMe((error) => form.refuse(serverErrors(error, FALLBACK)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { old_password } = form.values;
    if (forget.isPending) return;
    if (!old_password) return form.refuse(ruleErrors('old_password_missing'));
    form.clearErrors();
    forget.mutate({ password: old_password, cancel_bookings: isCancelling });
  };
  return (
    <Dialog
      title="Obriši nalog"
      onClose={onClose}
      isDirty={form.isDirty}
      isBusy={forget.isPending}
      hasCloseButton={false}
    >
      {(requestClose) => (
        <form ref={form.ref} onSubmit={submit} noValidate>
          <div className="grid gap-4">
            <p>
              Brišu se vaše ime, kontakt, istorija i notifikacije, i odjavljujete se na svim uređajima. Ova
              radnja je nepovratna.
            </p>
            <BookingsAhead isOn={isCancelling} onChange={setIsCancelling} />
            <PasswordField
              {...form.field('old_password')}
              label="Lozinka"
              autoComplete="current-password"
              required
            />
          </div>
          <div className="has-[p]:mt-4">
            <FormAlert text={form.alert} />
          </div>
          <DialogActions>
            <FormButtons
              onGiveUp={requestClose}
              isBusy={forget.isPending}
              submit="Obriši nalog"
              variant="danger"
              isBlocked={bookings.length > 0 && !isCancelling}
            />
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
