import type { SalonAppointment } from '#contract/appointments.ts';
import { slotsGivingWay, type Times } from '#domain/appointments/slots.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { minutesBetween } from '#domain/wall-clock.ts';
import { request } from '../../lib/api.ts';

/** The changes that drags can make. docs/spec/product.md §2.19 and §8 */

export interface Change {
  /** The rows after the change, shown until the server responds. */
  rows: readonly SalonAppointment[];
  deletedId?: number | undefined;
  /** Sends the change. `versionOf` returns a row's version after the earlier changes have been saved. */
  send: (
    versionOf: (row: SalonAppointment) => number,
  ) => Promise<{ rows: readonly SalonAppointment[]; undo_token: string | null }>;
  done: string;
  title?: string;
  fallback: string;
}

/** Adds the free slot `row`. `technician` is null in a column that shows all technicians. */
export const createOf = (row: SalonAppointment, technician: TechnicianId | null): Change => ({
  rows: [row],
  send: async () => {
    const { start_datetime, end_datetime } = row;
    const { undo_token, ...created } = await request('POST /appointments/slot', {
      query: { undo: '1' },
      body: {
        start_datetime,
        duration_minutes: minutesBetween(start_datetime, end_datetime),
        ...(technician && { technician_id: technician }),
      },
    });
    return { rows: [created], undo_token };
  },
  done: 'Termin je uspešno dodat.',
  title: 'Uspešno',
  fallback: 'Kreiranje nije moguće',
});

type Place = Times & { technician_id: TechnicianId };

/** Moves a booking. `slot` is the free slot that the booking takes; the rest of the slot stays free. */
export function moveOf(
  row: SalonAppointment,
  { start_datetime, end_datetime, technician_id }: Place,
  slot?: SalonAppointment,
): Change {
  const to = { start_datetime, end_datetime, technician_id };
  const [left] = slot ? slotsGivingWay(to, [slot]).flatMap((cut) => cut.left) : [];
  const rest = slot && left ? [{ ...slot, ...left }] : [];
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

/** Swaps two appointments. `rows` is empty if the rule refuses the swap: the server's error then gives the reason. */
export const swapOf = (a: SalonAppointment, b: SalonAppointment, rows: Change['rows'] = []): Change => ({
  rows,
  send: async () => {
    const swapped = await request('PUT /analytics/appointments/swap', { body: { a_id: a.id, b_id: b.id } });
    return { rows: [swapped.a, swapped.b], undo_token: swapped.undo_token };
  },
  done: 'Termini su zamenjeni.',
  fallback: 'Zamena nije moguća',
});
