import { useMutation } from '@tanstack/react-query';
import { CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { isUnbooked, lockTarget } from '#domain/appointments/appointments.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { shortMoment } from '#domain/wording/near-days.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { CancelDialog } from '../appointments/cancel-dialog.tsx';
import { request } from '../lib/api.ts';
import { type CancelResponse, cancelMany } from '../lib/appointment/appointments.ts';
import { useToday } from '../lib/clock/clock.ts';
import { errorText } from '../lib/errors.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';

export type BulkAction = RequestBody<'POST /appointments/bulk'>['action'];
export type BulkResponse = ResponseBody<'POST /appointments/bulk'>;

const REQUEST_MAX_COUNT = 500;

/** The label, question and result text of each action. */
const BULK: Record<BulkAction, { label: string; question: (count: number) => string; done: string }> = {
  BLOCK: {
    label: 'Blokiraj',
    question: (count) => `Blokirati ${counted(count, APPOINTMENTS)}?`,
    done: 'Blokirano',
  },
  UNBLOCK: {
    label: 'Odblokiraj',
    question: (count) => `Odblokirati ${counted(count, APPOINTMENTS)}?`,
    done: 'Odblokirano',
  },
  DELETE: {
    label: 'Obriši',
    question: (count) => `Obrisati ${counted(count, APPOINTMENTS)}? Ova radnja je nepovratna.`,
    done: 'Obrisano',
  },
};

/** The selected slots that an action changes. Blocking skips slots that are already blocked. */
function slotsConcerned(slots: readonly Appointment[], action: BulkAction): Appointment[] {
  if (action === 'DELETE') return slots.filter(({ status }) => isUnbooked(status));
  const target = action === 'BLOCK' ? 'BLOCKED' : 'AVAILABLE';
  return slots.filter(({ status }) => lockTarget(status) === target);
}

/** Changes all appointments, at most 500 per request, and joins the results. */
async function changeMany(ids: readonly number[], action: BulkAction): Promise<BulkResponse> {
  const result: BulkResponse = { count: 0, refused: [] };
  for (let from = 0; from < ids.length; from += REQUEST_MAX_COUNT) {
    const body = { ids: ids.slice(from, from + REQUEST_MAX_COUNT), action };
    const { count, refused } = await request('POST /appointments/bulk', { body });
    result.count += count;
    result.refused.push(...refused);
  }
  return result;
}

/** The result of an action on several appointments: a sentence, and the refused appointments. */
export interface Outcome extends Pick<BulkResponse, 'refused'> {
  readonly text: string;
}

/** Shows the result, and why each refused appointment was not changed. */
export function BulkResult({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { text, refused } = outcome;
  const today = useToday();
  return (
    <div
      role="status"
      className="mb-6 flex items-start gap-2.5 rounded-card border border-line bg-card py-2 pr-2 pl-4"
    >
      <CircleCheck aria-hidden="true" size={20} strokeWidth={1.75} className="mt-3 shrink-0 text-ok" />
      <div className="min-w-0 flex-1 py-2.5">
        <p className="font-medium">{text}</p>
        <ul className="mt-1 text-small text-soft empty:hidden">
          {refused.map(({ id, start_datetime, error }) => (
            <li key={id}>
              {start_datetime && (
                <span className="tabular-nums">
                  {shortMoment(start_datetime, today ?? dateOf(start_datetime))}:{' '}
                </span>
              )}
              {error}
            </li>
          ))}
        </ul>
      </div>
      <IconButton icon={X} label="Zatvori" onClick={onClose} />
    </div>
  );
}

interface CancelManyProps {
  slots: readonly Appointment[];
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
}

/** The result: 'Otkazano: 12 termina.', and the appointments that were not canceled. */
function outcomeOf(slots: readonly Appointment[], { cancelled, skipped }: CancelResponse): Outcome {
  const refused = skipped.map(({ id }) => ({
    id,
    start_datetime: slots.find((slot) => slot.id === id)?.start_datetime ?? null,
    error: 'Termin više nije rezervisan.',
  }));
  const others = skipped.length > 0 ? ` Preskočeno: ${counted(skipped.length, APPOINTMENTS)}.` : '';
  return { text: `Otkazano: ${counted(cancelled, APPOINTMENTS)}.${others}`, refused };
}

/** The dialog that cancels several bookings with one reason, and optionally offers their times again. */
function CancelMany({ slots, onDone, onClose }: CancelManyProps) {
  const [chosen] = useState(slots); // fixed when the dialog opens: a refetch must not change the appointments that it asks about
  const [isOfferedAgain, setIsOfferedAgain] = useState(false);
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      cancelMany(
        chosen.map(({ id }) => id),
        reason,
        isOfferedAgain,
      ),
    onSuccess: (result) => {
      onClose();
      onDone(outcomeOf(chosen, result));
    },
    onSettled: useInvalidateAppointments(),
  });
  return (
    <CancelDialog
      cancel={cancel}
      lead={`${counted(chosen.length, APPOINTMENTS)}. Klijentkinje dobijaju obaveštenje, gošće pozovite.`}
      note={() => <Checkbox label="Ponudi ponovo" isOn={isOfferedAgain} onChange={setIsOfferedAgain} />}
      onClose={onClose}
    />
  );
}

const PLACE =
  'fixed right-0 bottom-[calc(var(--nav)+env(safe-area-inset-bottom))] left-(--rail) z-4 rounded-t-dialog bg-card px-(--gap) pt-2 pb-4 shadow-float animate-rise';
const ACTIONS = ['BLOCK', 'UNBLOCK', 'DELETE'] as const;

export interface BulkBarProps {
  slots: readonly Appointment[];
  onClear: () => void;
  onDone: (outcome: Outcome) => void;
}

interface ConfirmProps extends BulkBarProps {
  action: BulkAction;
  onCancel: () => void;
}

function Confirm({ slots, action, onDone, onCancel }: ConfirmProps) {
  const [concerned] = useState(() => slotsConcerned(slots, action));
  const change = useMutation({
    mutationFn: () =>
      changeMany(
        concerned.map(({ id }) => id),
        action,
      ),
    onSuccess: (result) => {
      onCancel();
      const { count, refused } = result;
      const text = `${BULK[action].done}: ${formatNumber(count)}, odbijeno: ${formatNumber(refused.length)}.`;
      onDone({ text, refused });
    },
    onSettled: useInvalidateAppointments(),
  });
  const fallback = action === 'DELETE' ? 'Greška pri brisanju.' : 'Greška pri promeni statusa.';
  return (
    <ConfirmDialog
      text={BULK[action].question(concerned.length)}
      action={BULK[action].label}
      onConfirm={() => change.mutate()}
      onCancel={onCancel}
      isBusy={change.isPending}
      error={change.error && errorText(change.error, fallback)}
    />
  );
}

/** The bar with actions for the selected appointments, above the navigation. */
export function BulkBar(props: BulkBarProps) {
  const { slots, onClear } = props;
  const [action, setAction] = useState<BulkAction | 'CANCEL' | null>(null);
  const booked = slots.filter((slot) => !isUnbooked(slot.status));
  const close = () => setAction(null);
  return (
    <>
      <div aria-hidden="true" className="h-32 md:h-16" />
      <section aria-label="Izabrani termini" data-over-page className={PLACE}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p role="status" className="font-medium">
            Izabrano: {counted(slots.length, APPOINTMENTS)}
          </p>
          <IconButton
            icon={X}
            label="Poništi izbor"
            onClick={onClear}
            className="max-md:ml-auto md:order-last"
          />
          {slots.length > booked.length && (
            <div className="grid w-full grid-cols-3 gap-2 md:w-auto">
              {ACTIONS.map((one) => (
                <Button
                  key={one}
                  variant={one === 'DELETE' ? 'danger-text' : 'quiet'}
                  isSmall
                  disabled={slotsConcerned(slots, one).length === 0}
                  onClick={() => setAction(one)}
                >
                  {BULK[one].label}
                </Button>
              ))}
            </div>
          )}
          {booked.length > 0 && (
            <Button
              variant="danger-text"
              isSmall
              onClick={() => setAction('CANCEL')}
              className="max-md:w-full"
            >
              Otkaži izabrane
            </Button>
          )}
        </div>
      </section>
      {action === 'CANCEL' && <CancelMany slots={booked} onDone={props.onDone} onClose={close} />}
      {action && action !== 'CANCEL' && <Confirm {...props} action={action} onCancel={close} />}
    </>
  );
}
