import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { Appointment } from '#contract/appointments.ts';
import type { GuestBooking } from '#contract/booking/booking.ts';
import { confirmationRefusal } from '#domain/appointments/attendance.ts';
import { t } from '#domain/language/translate.ts';
import { awaited } from '#domain/payments/deposits.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { errorText, request } from '../lib/api.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import type { BookingOf } from '../lib/routing/paths.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toasts/toast.ts';

interface ComingProps {
  of: BookingOf;
  booking: Appointment | GuestBooking;
}

/** Asks whether the person comes, from 7 days before the start; once she has answered, says so. docs/spec/behaviour.md §29.3 */
export function Coming({ of, booking }: ComingProps) {
  const now = useNow();
  const invalidate = useInvalidateAppointments();
  const { start_datetime: seen_start, confirmed_at } = booking;
  const confirm = useMutation({
    mutationFn: (seen_start: WallTime): Promise<unknown> =>
      'id' in of
        ? request('POST /appointments/{id}/confirm', { params: of, body: { seen_start } })
        : request('POST /guest-link/confirm', { body: { ...of, seen_start } }),
    onError: (error) => toast('error', errorText(error, t('Greška pri potvrdi dolaska.'))),
    onSettled: invalidate,
  });
  if (now === null || now >= seen_start) return null;
  const isSaid = confirm.isSuccess && confirm.variables === seen_start; // not of another start
  if (confirmed_at || isSaid)
    return (
      <div role="status" className="mt-5 flex items-center gap-3 border-t border-line pt-5">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-ok-tint text-ok">
          <Check strokeWidth={2} />
        </span>
        <span>
          <b className="font-semibold">{t('Dolazite')}</b>
          <span className="block text-small text-soft">{t('Salon vidi da dolazite. Hvala.')}</span>
        </span>
      </div>
    );
  const isEarly = confirmationRefusal(seen_start, seen_start, now) !== undefined;
  if (isEarly || awaited(booking.request) || awaited(booking.deposit)) return null;
  return (
    <section aria-labelledby="dolazite" className="mt-5 border-t border-line pt-5">
      <h2 id="dolazite" className="mb-3 text-h3">
        {t('Dolazite?')}
      </h2>
      <Button icon={Check} isBlock isBusy={confirm.isPending} onClick={() => confirm.mutate(seen_start)}>
        {t('Dolazim')}
      </Button>
    </section>
  );
}
