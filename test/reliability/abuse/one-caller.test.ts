import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import type { WallDate, WallTime } from '../../../src/domain/wall-clock.ts';
import { aClient, anAppointment, aSlot, seen } from '../../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../../support/days.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { sendMails } from '../../support/outbox.ts';
import { outcomesOf } from '../../support/refused.ts';
import { allRows, changeRow } from '../../support/rows/rows.ts';
import { ADMIN, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

/** Tests how much damage one caller with one IP address can do (docs/spec/behaviour.md §4.4 and §9.3). */

const RATE_LIMIT_ON = { settings: { RATE_LIMIT: 'on' }, emptyBeforeEach: true };
const STEP_MINUTES = bySize(60, 11);
const CYCLES = bySize(40, 200);

onBothEngines('abuse by one caller', RATE_LIMIT_ON, () => {
  let post: MailServer;
  beforeAll(async () => {
    post = await openMailServer();
  });
  afterAll(() => post.close());
  // the IP address of the current test; tests do not share one, because requests per minute are limited
  let address = '';
  let addresses = 0;
  const start = () => {
    post.mails.length = 0;
    address = `203.0.113.${++addresses}`;
    return salon.from(address);
  };
  const sentTo = async (address: string) => {
    await sendMails(salon, post.url);
    return post.mails.filter(({ to }) => to.includes(address)).length;
  };
  const notificationCount = async (type?: string) => {
    const all = await salon.db.selectFrom('admin_notifications').select('type').execute();
    return all.filter((notification) => type === undefined || notification.type === type).length;
  };
  const guest = (more: object = {}) => ({ guest_name: 'Gošća', guest_phone: freshPhone(), ...more });
  const cancel = (person: Person, token: string | null) =>
    person.call('POST /guest-link/cancel', { body: { token: token ?? '', reason: 'x' } });
  /** Books the day's only slot and cancels the booking. Returns false if the server refuses the booking or the cancellation. */
  const cycle = async (person: Person, day: WallDate, more: object = {}): Promise<boolean> => {
    const [free] = await person.call('GET /appointments', { query: { from: day, to: day } });
    if (!free) return false;
    const { id, start_datetime, end_datetime } = free;
    const body = { seen_start: start_datetime, seen_end: end_datetime, ...more };
    const outcome = await Promise.allSettled([
      person.call('POST /appointments/{id}/book', { params: { id }, body }),
    ]);
    if (outcome[0].status === 'rejected') return false;
    const { guest_link } = outcome[0].value;
    const cancelling = guest_link
      ? cancel(person, guest_link)
      : person.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'x' } });
    return cancelling.then(
      () => true,
      () => false,
    );
  };
  const countCycles = async (count: number, person: Person, day: WallDate, guests: () => object) => {
    let done = 0;
    for (let n = 0; n < count; n++) if (await cycle(person, day, guests())) done++;
    return done;
  };

  test('one IP address with invented phone numbers can book six of 52 slots in one burst, and twelve in a day', async () => {
    trial({ what: 'abuse', cases: 52 });
    const caller = start();
    const days = Array.from({ length: 26 }, freshDay);
    const frees: { id: AppointmentId; time: WallTime }[] = [];
    for (const day of days)
      for (const hour of [9, 11]) {
        const time = atHour(day, hour);
        frees.push({ id: await aSlot(salon, time), time });
      }
    const take = (some: typeof frees) =>
      outcomesOf(
        some.map(({ id, time }) =>
          caller.call('POST /appointments/{id}/book', {
            params: { id },
            body: { ...seen(time), ...guest() },
          }),
        ),
      );
    expect((await take(frees)).ok).toBe(6);
    const stillFree = async () => {
      const rows = await salon.db
        .selectFrom('appointments')
        .select('id')
        .where('status', '=', 'AVAILABLE')
        .limit(7)
        .execute();
      return frees.filter(({ id }) => rows.some((row) => row.id === id));
    };
    let taken = 6;
    for (let minute = 0; minute < 23 * 60; minute += STEP_MINUTES) {
      salon.clock.advance(STEP_MINUTES);
      taken += (await take(await stillFree())).ok ?? 0;
    }
    expect(taken).toBe(12); // the guests of one IP network may have at most 12 upcoming slots
    await expectInvariants(salon);
  });

  test('one IP address that books and cancels all day causes at most 30 notifications and 30 mails to the owner', async () => {
    trial({ what: 'abuse', cases: CYCLES });
    const caller = start();
    const day = freshDay();
    await aSlot(salon, atHour(day, 9));
    let cycles = await countCycles(CYCLES, caller, day, guest);
    expect(cycles).toBe(6);
    for (let minute = 0; minute < 23 * 60; minute += STEP_MINUTES) {
      salon.clock.advance(STEP_MINUTES);
      cycles += await countCycles(3, caller, day, guest);
    }
    expect(cycles).toBe(15);
    expect(await notificationCount()).toBe(30);
    expect(await sentTo(ADMIN.email)).toBe(30);
  });

  test('a client who books and cancels in a loop is blocked after ten cancellations', async () => {
    trial({ what: 'abuse', cases: CYCLES });
    start();
    const client = await aClient(salon);
    const day = freshDay();
    await aSlot(salon, atHour(day, 9));
    expect(await countCycles(CYCLES, client, day, () => ({}))).toBe(10);
    expect(await notificationCount()).toBeLessThanOrEqual(10 * 2 + 1);
  });

  test('twenty accounts of one mailbox on the waitlist for a day get one mail in total, even if slots are freed repeatedly', async () => {
    trial({ what: 'abuse', cases: 20 * 15 });
    const caller = start();
    const day = freshDay();
    await anAppointment(salon, atHour(day, 9), {
      status: 'BOOKED',
      guest_name: 'Gošća',
      booked_at: salon.clock.ms(),
    });
    for (let n = 0; n < 25; n++) {
      const body = { name: 'Osvojite nagradu', email: `zrtva+${n}@primer.rs`, password: 'lozinka' };
      await caller.call('POST /auth/register', { body: { ...body, password_confirm: 'lozinka' } }).then(
        ({ token }) =>
          salon.from(address, token).call('POST /client-notifications/free-slot', { body: { date: day } }),
        () => undefined, // the server refuses all registrations after the twentieth
      );
    }
    const waiting = await salon.db.selectFrom('waitlist_entries').selectAll().execute();
    expect(waiting).toHaveLength(20);
    const other = await aClient(salon, { email: null });
    const hers = () => ({ client_id: other.id, booked_at: salon.clock.ms() });
    for (const { id } of await allRows(salon)) await changeRow(salon, id, hers());
    for (let n = 0; n < 10; n++) {
      const booked = await salon.db
        .selectFrom('appointments')
        .select('id')
        .where('status', '=', 'BOOKED')
        .executeTakeFirst();
      if (booked)
        await other.call('POST /appointments/{id}/cancel', {
          params: { id: booked.id },
          body: { reason: 'x' },
        });
      await sendMails(salon, post.url);
      const free = (await allRows(salon)).filter(({ status }) => status === 'AVAILABLE');
      for (const { id } of free) await changeRow(salon, id, { status: 'BOOKED', ...hers() });
    }
    expect(post.mails.filter(({ to }) => to.includes('zrtva'))).toHaveLength(1);
    expect(post.mails.map(({ raw }) => raw).join()).not.toContain('nagradu');
  });

  test('one IP address with fifteen waitlist entries causes at most 31 notifications and 31 mails to the owner a day', async () => {
    trial({ what: 'abuse', cases: 15 * 15 });
    const caller = start();
    const day = freshDay();
    for (let n = 0; n < 20; n++)
      await caller
        .call('POST /client-notifications/free-slot', { body: { date: day, ...guest() } })
        .catch(() => undefined);
    await aSlot(salon, atHour(day, 9));
    for (let minute = 0; minute < 24 * 60; minute += STEP_MINUTES) {
      await countCycles(3, caller, day, guest);
      salon.clock.advance(STEP_MINUTES);
    }
    expect(await notificationCount('FREE_SLOT_GUEST')).toBeGreaterThan(0);
    expect(await notificationCount()).toBe(31);
    expect(await sentTo(ADMIN.email)).toBeLessThanOrEqual(31);
  });

  test('a mailbox whose address visitors type in bookings gets at most five mails a day', async () => {
    trial({ what: 'abuse', cases: 15 });
    const caller = start();
    const day = freshDay();
    await aSlot(salon, atHour(day, 9));
    const typed = () => guest({ guest_email: `zrtva+${freshPhone().slice(4)}@primer.rs` });
    for (let minute = 0; minute < 23 * 60; minute += STEP_MINUTES) {
      const [free] = await caller.call('GET /appointments', { query: { from: day, to: day } });
      if (free) {
        const body = { seen_start: free.start_datetime, seen_end: free.end_datetime, ...typed() };
        const booking = caller.call('POST /appointments/{id}/book', { params: { id: free.id }, body });
        const { guest_link } = await booking.catch(() => ({ guest_link: null }));
        await sendMails(salon, post.url);
        if (guest_link) await cancel(caller, guest_link).catch(() => undefined);
      }
      salon.clock.advance(STEP_MINUTES);
    }
    expect(await sentTo('zrtva')).toBe(5);
  });
});
