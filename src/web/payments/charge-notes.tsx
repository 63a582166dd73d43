import { useMutation, useQuery } from '@tanstack/react-query';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import { dueOf } from '#domain/payments/ledger.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { ServiceField } from '../booking/service-select.tsx';
import { errorText, request } from '../lib/api.ts';
import { servicesBody } from '../lib/appointment/services-body.ts';
import { useToday } from '../lib/clock/clock.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { isTechnician } from '../lib/session/session.ts';
import { Warning } from '../ui/warning.tsx';
import { ReopenDay } from './cash-drawer.tsx';
import { paymentQueries } from './payments.ts';

/** Says that a closed day takes no payment, and opens it again. Only the owner sees tills. docs/spec/behaviour.md §19.1 */
export function ClosedTill() {
  const today = useToday();
  const date = isTechnician() ? null : today;
  const till = useQuery({ ...paymentQueries.cashDay(date ?? '2000-01-01'), enabled: date !== null }).data;
  if (till?.state !== 'CLOSED') return null;
  return (
    <div className="grid gap-2">
      <Warning>Današnji dan je zaključen. Naplata se upisuje kada ga otvorite ponovo.</Warning>
      <ReopenDay date={till.date} />
    </div>
  );
}

interface ServiceToChargeProps {
  row: VisibleAppointment;
  /** Called with the amount due for the chosen service, as text. */
  onChosen: (amount: string) => void;
}

/** Chooses the service of a booking that has none; its price is then due. */
export function ServiceToCharge({ row, onChosen }: ServiceToChargeProps) {
  const refresh = useInvalidateAppointments();
  const save = useMutation({
    mutationFn: (ids: string) =>
      request('PUT /appointments/{id}', {
        params: { id: row.id },
        body: { ...servicesBody(serviceIdsIn(ids)), version: row.version },
      }),
    onSuccess: (saved) => {
      const due = dueOf({ ...row, service_price: saved.service_price });
      if (due !== null) onChosen(formatNumber(due));
    },
    onSettled: refresh,
  });
  if (row.services.length > 0 || row.service_name !== null) return null;
  return (
    <ServiceField
      name="service_id"
      value={save.isPending ? save.variables : ''}
      onChange={(ids) => save.mutate(ids)}
      error={save.error && errorText(save.error, 'Greška pri čuvanju izmena.')}
      isForSeveral
    />
  );
}
