import { useEffect, useMemo, useRef, useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { swapTimes } from '#domain/appointments/reschedule.ts';
import { slotsGivingWay, type Times } from '#domain/appointments/slots.ts';
import { type AppointmentId, type TechnicianId, toId } from '#domain/ids.ts';
import { minutesBetween } from '#domain/wall-clock.ts';
import { request } from '../lib/api.ts';
import { freeRow, useUndoToast } from '../lib/appointment/appointments.ts';
import { errorText } from '../lib/errors.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { toast } from '../ui/toast.ts';
import type { Place } from './drag/drag-store.ts';
import { isUnseenSlot, SUNDAY_WARNING } from './event-text.ts';
import { usePutRows } from './queries.ts';

/** Shows the result of a drag at once, and reverts it when the server refuses. docs/spec/product.md §2.19 and §8 */

interface Saved {
  rows: readonly SalonAppointment[];
  undo_token: string | null;
}

interface Change {
  rows: readonly SalonAppointment[];
  deletedId?: number | undefined;
  /** Sends the change. `versionOf` returns a row's version after the earlier changes have been saved. */
  send: (versionOf: (row: SalonAppointment) => number) => Promise<Saved>;
  done: string;
  title?: string;
  fallback: string;
}

/** Asks before the page closes while changes are being saved. */
function useAskBeforeLeaving(isSaving: boolean): void {
  useEffect(() => {
    if (!isSaving) return;
    const ask = (leaving: BeforeUnloadEvent) => leaving.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSaving]);
}

/** Shows changes at once and saves them in order, because a change may need a time that the previous one frees. */
function useSaveQueue() {
  const [running, setRunning] = useState<readonly Change[]>([]);
  const lastSave = useRef(Promise.resolve());
  const savedVersions = useRef(new Map<number, number>());
  const putRows = usePutRows();
  const invalidate = useInvalidateAppointments();
  const toastUndo = useUndoToast();
  useAskBeforeLeaving(running.length > 0);
  const versionOf = ({ id, version }: SalonAppointment) =>
    Math.max(version, savedVersions.current.get(id) ?? 0);
  const save = async (change: Change) => {
    try {
      const { rows, undo_token } = await change.send(versionOf);
      for (const { id, version } of rows) savedVersions.current.set(id, version);
      putRows(rows, change.deletedId === undefined ? [] : [change.deletedId]);
      toastUndo(change.done, undo_token, change.title);
      if (rows.some((row) => isUnseenSlot(row.status, row.start_datetime))) toast('warning', SUNDAY_WARNING);
    } catch (error) {
      toast('error', errorText(error, change.fallback));
    }
    setRunning((before) => before.filter((other) => other !== change));
    invalidate();
  };
  const run = (change: Change) => {
    setRunning((before) => [...before, change]);
    lastSave.current = lastSave.current.then(() => save(change));
  };
  return { running, run };
}

/** The rows of the server, overridden by the rows of running changes. */
function withRunning(
  rows: readonly SalonAppointment[],
  running: readonly Change[],
): readonly SalonAppointment[] {
  if (running.length === 0) return rows;
  const over = new Map(running.flatMap((change) => change.rows).map((row) => [row.id, row]));
  const deleted = new Set(running.map(({ deletedId }) => deletedId));
  return [...rows, ...over.values()].filter(
    (row) => !deleted.has(row.id) && (over.get(row.id) ?? row) === row,
  );
}

const createOf = (times: Times, technician: TechnicianId | null, temporaryId: AppointmentId): Change => ({
  rows: [{ ...freeRow(temporaryId, times), ...(technician && { technician_id: technician }) }],
  send: async () => {
    const { start_datetime, end_datetime } = times;
    const { undo_token, ...row } = await request('POST /appointments/slot', {
      query: { undo: '1' },
      body: {
        start_datetime,
        duration_minutes: minutesBetween(start_datetime, end_datetime),
        ...(technician && { technician_id: technician }),
      },
    });
    return { rows: [row], undo_token };
  },
  done: 'Termin je uspešno dodat.',
  title: 'Uspešno',
  fallback: 'Kreiranje nije moguće',
});

/** Moves a booking. `slot` is the free slot that the booking takes; the rest of the slot stays free. */
function moveOf(row: SalonAppointment, to: Place, slot?: SalonAppointment): Change {
  const [left] = slot ? slotsGivingWay(to, [slot]).flatMap((cut) => cut.left) : [];
  const rest = slot && left ? [{ ...slot, ...left }] : [];
  const { start_datetime, end_datetime, technician_id } = to;
  return {
    rows: [{ ...row, ...to }, ...rest],
    deletedId: left ? undefined : slot?.id,
    send: async (versionOf) => {
      const { undo_token, ...moved } = await request('PUT /analytics/appointments/{id}/move', {
        params: { id: row.id },
        body: {
          start_datetime,
          end_datetime,
          version: versionOf(row),
          ...(technician_id !== row.technician_id && { technician_id }),
          ...(slot && { slot_id: slot.id }),
        },
      });
      return { rows: [moved, ...rest], undo_token };
    },
    done: 'Termin je pomeren.',
    fallback: 'Nije moguće pomeriti termin',
  };
}

function swapOf(row: SalonAppointment, partner: SalonAppointment): Change {
  const swapped = swapTimes(row, partner);
  return {
    // does not show a swap that the rule refuses; the server words the refusal
    rows:
      swapped === 'swap_refused'
        ? []
        : [
            { ...row, ...swapped.a, technician_id: partner.technician_id },
            { ...partner, ...swapped.b, technician_id: row.technician_id },
          ],
    send: async () => {
      const { a, b, undo_token } = await request('PUT /analytics/appointments/swap', {
        body: { a_id: row.id, b_id: partner.id },
      });
      return { rows: [a, b], undo_token };
    },
    done: 'Termini su zamenjeni.',
    fallback: 'Zamena nije moguća',
  };
}

/** The rows with all running changes, and the three changes that drags can make. */
export function useOptimisticCalendar(saved: readonly SalonAppointment[]) {
  const { running, run } = useSaveQueue();
  const lastId = useRef(0);
  const pending = useMemo(
    () => new Set(running.flatMap((change) => change.rows).map(({ id }) => id)),
    [running],
  );
  return {
    rows: withRunning(saved, running),
    pending,
    draw: (times: Times, technician: TechnicianId | null) => {
      lastId.current -= 1; // negative, so that the id never equals an id of the server
      run(createOf(times, technician, toId(lastId.current)));
    },
    reschedule: (row: SalonAppointment, to: Place, slot?: SalonAppointment) => run(moveOf(row, to, slot)),
    swap: (row: SalonAppointment, partner: SalonAppointment) => run(swapOf(row, partner)),
  };
}
