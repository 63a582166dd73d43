import type { Trx } from '../platform/db/schema.ts';

interface LinkedBooking {
  readonly id: number;
  readonly booked_at: number | null;
}

/** A guest's booking goes on in another row, or with another beginning: her links go with it. */
export async function moveGuestLinks(trx: Trx, from: LinkedBooking, to: LinkedBooking): Promise<void> {
  if (from.booked_at === null || to.booked_at === null) return;
  await trx
    .updateTable('guest_links')
    .set({ appointment_id: to.id, booked_at: to.booked_at })
    .where('appointment_id', '=', from.id)
    .where('booked_at', '=', from.booked_at)
    .execute();
}
