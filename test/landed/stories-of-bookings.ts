// Bookings with everything that can belong to a booking. No person changes: an upgrade must keep all of it. Story 23.
import type { Slot } from './requests.ts';
import type { Stage, Story } from './stage.ts';

const FROM = '198.51.100.23';
const PHONES = {
  sara: '064 723 0001',
  tina: '064 723 0002',
  ugljesa: '064 723 0003',
  vanja: '064 723 0004',
} as const;

const target = ({ id, seen }: Slot) => ({ to_id: id, ...seen });

/** Sara accepts the rules, books two joined slots and moves; Tina moves by her link, which then opens the new time. */
async function joinedAndMoved(stage: Stage): Promise<void> {
  const { told, client, clientBooks, guestBooks, free, as, call, at, services, bookedAt } = stage;
  const sara = await client('P23 Sara', PHONES.sara);
  await as('PUT /settings', { rules_text: 'Pravila salona.' });
  const [first, second] = [await free(23, 8), await free(23, 9)];
  const service_ids = [services.manicure, services.pedicure];
  const joined = { seen_end: second.seen.seen_end, service_ids, rules_accepted: 1, notes: 'Molim tiho.' };
  await clientBooks(first, sara, joined);
  const moved = await free(23, 11);
  await clientBooks(moved, sara, { rules_accepted: 1 });
  await as('PUT /settings', { rules_text: '' });
  const { token } = sara;
  const body = target(await free(23, 13));
  const { id } = await call(`POST /appointments/${moved.id}/reschedule`, { token, body, from: FROM });
  await guestBooks(await free(24, 8), 'P23 Tina', PHONES.tina, { guest_email: 'p23.tina@primer.rs' });
  const byLink = { token: told.links['P23 Tina'], ...target(await free(24, 10)) };
  await call('POST /guest-link/reschedule', { body: byLink, from: FROM });
  told.rows['23 joined'] = first.id;
  told.rows['23 moved'] = Number(id);
  told.rows['23 by link'] = await bookedAt(at(24, 10));
}

/** A series that has moved, two bookings that the salon cancelled (one guest was called), and one that came and one that did not. */
async function seriesAndCalls({ told, as, add, at, day, bookedAt }: Stage): Promise<void> {
  const who = { guest_name: 'P23 Uglješa', guest_phone: PHONES.ugljesa };
  const rows = [23, 30, 37].map((story) => ({ start_datetime: at(story, 16) }));
  const series = { ...rows[0], duration_minutes: 60, ...who, every_weeks: 1, count: 3, rows };
  const { series_id } = await as('POST /appointments/series', series);
  const times = { start_datetime: at(30, 17), end_datetime: at(30, 18) };
  const later = await bookedAt(at(30, 16));
  await as(`PUT /analytics/appointments/${later}/move`, { ...times, following: 1 });
  const both = [await add(at(24, 13), who), await add(at(24, 14), { ...who, guest_name: 'P23 Žana' })];
  await as('POST /appointments/cancel-many', { ids: both, reason: 'Nema struje.', offer_again: 1 });
  await as('POST /appointments/called', { ids: [both[0]], called: 1 });
  const came = await add(`${day(-60)} 10:00:00`, who);
  const missed = await add(`${day(-40)} 10:00:00`, who);
  await as(`POST /appointments/${came}/attendance`, { attended: 1 });
  await as(`POST /appointments/${missed}/attendance`, { attended: 0 });
  told.rows['23 series'] = Number(series_id);
  told.rows['23 called'] = both[0] ?? 0;
  told.rows['23 came'] = came;
  told.rows['23 missed'] = missed;
}

/** A deposit that is kept after a late cancellation, one that was refunded, a tip and a voided payment. */
async function moneyOfBookings(stage: Stage): Promise<void> {
  const { told, client, clientBooks, deposit, charge, free, slot, day, as, call } = stage;
  const vanja = await client('P23 Vanja', PHONES.vanja);
  const late = await slot(`${day(-1)} 12:00:00`);
  await clientBooks(late, vanja);
  await deposit(late.id, 'RECEIVED');
  const cancelled = { token: vanja.token, body: { reason: 'Bolesna sam.' }, from: FROM };
  await call(`POST /appointments/${late.id}/cancel`, cancelled);
  const refunded = await free(24, 16);
  await clientBooks(refunded, vanja);
  await deposit(refunded.id, 'RECEIVED');
  await as(`POST /appointments/${refunded.id}/cancel`, { reason: 'Radovi u salonu.' });
  await deposit(refunded.id, 'REFUNDED');
  const paid = await free(24, 18);
  await clientBooks(paid, vanja);
  await charge(paid.id, 1500);
  await charge(paid.id, 200, 'TIP');
  const { id } = await charge(paid.id, 50);
  await as(`POST /payments/${id}/void`, { reason: 'Pogrešno.' });
  told.rows['23 late'] = late.id;
  told.rows['23 refunded'] = refunded.id;
  told.rows['23 paid'] = paid.id;
}

export const STORY_OF_BOOKINGS: Story = {
  async twoDaysBefore(stage) {
    await joinedAndMoved(stage);
    await seriesAndCalls(stage);
    await moneyOfBookings(stage);
  },
};
