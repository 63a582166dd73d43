import { useMutation } from '@tanstack/react-query';
import { CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { isUnbooked } from '#domain/appointments/appointments.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { shortMoment } from '#domain/wording/near-days.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { CancelDialog } from '../appointments/cancel-dialog.tsx';
import { request } from '../lib/api.ts';
import { cancelledInWords, cancelMany, useUndoToast } from '../lib/appointment/appointments.ts';
import { useToday } from '../lib/clock/clock.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';

type BulkAction = RequestBody<'POST /appointments/bulk'>['action'];
type BulkResponse = ResponseBody<'POST /appointments/bulk'>;

const REQUEST_MAX_COUNT = 500;

/** The actions for slots. An action changes only slots with the status `from`. */
const BULK = [
  { action: 'BLOCK', label: 'Blokiraj', verb: 'Blokirati', done: 'Blokirano', from: 'AVAILABLE' },
  { action: 'UNBLOCK', label: 'Odblokiraj', verb: 'Odblokirati', done: 'Odblokirano', from: 'BLOCKED' },
  { action: 'DELETE', label: 'Obriši', verb: 'Obrisati', done: 'Obrisano', from: 'AVAILABLE BLOCKED' },
] as const;

type Bulk = (typeof BULK)[number];

/** Changes all appointments, at most 500 per request. Returns the combined results. */
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

export interface Outcome extends Pick<BulkResponse, 'refused'> {
  readonly text: string;
}

interface BulkBarProps {
  slots: readonly Appointment[];
  onDone: (outcome: Outcome) => void;
}

export function BulkResult({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { text, refused } = outcome;
  const today = useToday();
  return (
    <div
      role="status"
      className="mb-6 flex items-start gap-2.5 rounded-card border border-line bg-card py-2 pr-2 pl-4"
    >
      <CircleCheck className="mt-3 shrink-0 text-ok" />
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

function CancelMany({ slots, onDone, onClose }: BulkBarProps & { onClose: () => void }) {
  const [isOfferedAgain, setIsOfferedAgain] = useState(false);
  const toastUndo = useUndoToast();
  const ids = slots.map(({ id }) => id);
  const cancel = useMutation({
    mutationFn: (reason: string) => cancelMany(ids, reason, isOfferedAgain),
    onSuccess: ({ cancelled, skipped, undo_token = null }) => {
      onClose();
      const refused = skipped.map(({ id }) => ({
        id,
        start_datetime: slots.find((slot) => slot.id === id)?.start_datetime ?? null,
        error: 'Termin više nije rezervisan.',
      }));
      const text = cancelledInWords(cancelled, skipped.length);
      if (undo_token !== null) toastUndo(text, undo_token);
      onDone({ text, refused });
    },
    onSettled: useInvalidateAppointments(),
  });
  return (
    <CancelDialog
      cancel={cancel}
      lead={`${counted(slots.length, APPOINTMENTS)}. Klijentkinje dobijaju obaveštenje, gošće pozovite.`}
      note={() => <Checkbox label="Ponudi ponovo" isOn={isOfferedAgain} onChange={setIsOfferedAgain} />}
      onClose={onClose}
    />
  );
}

const PLACE =
  'fixed right-0 bottom-[calc(var(--nav)+env(safe-area-inset-bottom))] left-(--rail) z-4 rounded-t-dialog bg-card px-(--gap) pt-2 pb-4 shadow-float animate-rise';

function Confirm({ slots, bulk, onDone, onClose }: BulkBarProps & { bulk: Bulk; onClose: () => void }) {
  const { action, label, verb, done } = bulk;
  const ids = slots.map(({ id }) => id);
  return (
    <ConfirmDeletion
      question={`${verb} ${counted(ids.length, APPOINTMENTS)}?${action === 'DELETE' ? ' Ova radnja je nepovratna.' : ''}`}
      action={label}
      send={() => changeMany(ids, action)}
      onDeleted={({ count, refused }) =>
        onDone({
          text: `${done}: ${formatNumber(count)}, odbijeno: ${formatNumber(refused.length)}.`,
          refused,
        })
      }
      fallback={action === 'DELETE' ? 'Greška pri brisanju.' : 'Greška pri promeni statusa.'}
      onClose={onClose}
    />
  );
}

/** The bar with actions for the selected appointments, above the navigation. */
export function BulkBar({ slots, onClear, onDone }: BulkBarProps & { onClear: () => void }) {
  // keeps the slots that were selected when the dialog opened, because a refetch must not change the dialog's question
  const [asked, setAsked] = useState<{ bulk: Bulk | null; slots: readonly Appointment[] } | null>(null);
  const booked = slots.filter((slot) => !isUnbooked(slot.status));
  const onClose = () => setAsked(null);
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
              {BULK.map((bulk) => {
                const changed = slots.filter(({ status }) => bulk.from.includes(status));
                return (
                  <Button
                    key={bulk.action}
                    variant={bulk.action === 'DELETE' ? 'danger-text' : 'quiet'}
                    isSmall
                    disabled={changed.length === 0}
                    onClick={() => setAsked({ bulk, slots: changed })}
                  >
                    {bulk.label}
                  </Button>
                );
              })}
            </div>
          )}
          {booked.length > 0 && (
            <Button
              variant="danger-text"
              isSmall
              onClick={() => setAsked({ bulk: null, slots: booked })}
              className="max-md:w-full"
            >
              Otkaži izabrane
            </Button>
          )}
        </div>
      </section>
      {asked?.bulk === null && <CancelMany slots={asked.slots} {...{ onDone, onClose }} />}
      {asked?.bulk && <Confirm bulk={asked.bulk} slots={asked.slots} {...{ onDone, onClose }} />}
    </>
  );
}
