import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreeSlot } from '../../../src/contract/appointments.ts';
import { addMinutes, type WallDate } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aService, aSlot } from '../../support/builders.ts';
import { atHour, freshDay, freshPhone } from '../../support/days.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { sendMails } from '../../support/outbox.ts';
import { ADMIN, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';
import { bySize } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';

/** Tests how much damage one IP address can do as a visitor, as clients and with new accounts (docs/spec/behaviour.md §4.4 and §9.3). */

const HERE = '203.0.113.9';
/** An IP address whose rate limits no other test uses up. */
const THERE = '203.0.113.10';
const DAYS = 14;
const SLOTS_A_DAY = 6;
const SLOTS = DAYS * SLOTS_A_DAY;
const SLOT_MINUTES = 120;
const ACCOUNTS = 25;
const PASSWORD = 'lozinka';
const STEP_MINUTES = bySize(120, 15);

const isDone = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  );
const guest = () => ({ guest_name: 'Gošća', guest_phone: freshPhone() });

onBothEngines('abuse from one IP network', { settings: { RATE_LIMIT: 'on' }, emptyBeforeEach: true }, () => {
  let post: MailServer;
  beforeAll(async () => {
    post = await openMailServer();
  });
  afterAll(() => post.close());

  let registered = 0;
  /** Returns a visitor and the accounts that the server lets this IP address register. */
  const callers = async (count: number, mailbox = 'ana', address = HERE): Promise<Person[]> => {
    const all = [salon.from(address)];
    for (let n = 0; n < count; n++) {
      const body = { name: 'Ana', email: `${mailbox}+${++registered}@primer.rs`, password: PASSWORD };
      await isDone(
        salon
          .from(address, all.at(-1)?.token) // a logged-in user registers the next account; this registration must also count for the IP network
          .call('POST /auth/register', { body: { ...body, password_confirm: PASSWORD } })
          .then(({ token }) => all.push(salon.from(address, token))),
      );
    }
    return all;
  };
  const freeSlots = async (days: readonly WallDate[]) => {
    const [from = '', to = ''] = [days[0], days.at(-1)];
    return salon.visitor.call('GET /appointments', { query: { from, to } });
  };
  const bookedSlots = async () => {
    const rows = await salon.db
      .selectFrom('appointments')
      .select('id')
      .where('status', '=', 'AVAILABLE')
      .execute();
    return SLOTS - rows.length;
  };
  /** Books the first free slot, together with the slot that follows it if that is free. */
  const bookTwo = async (person: Person, days: readonly WallDate[], service_id: number) => {
    const free = await freeSlots(days);
    for (const slot of free) {
      const { id, start_datetime: seen_start, end_datetime } = slot;
      const body = { seen_start, service_id, ...(person.token === null && guest()) };
      const isJoined = free.some((next) => next.start_datetime === end_datetime);
      const seen_end = isJoined ? addMinutes(end_datetime, SLOT_MINUTES) : end_datetime;
      const params = { id };
      const booking = person.call('POST /appointments/{id}/book', { params, body: { ...body, seen_end } });
      if (await isDone(booking)) return true;
      if (person.token !== null || !isJoined) return false;
    }
    return false;
  };

  /** Books with a stranger's email address, moves the booking and cancels it. */
  const bookAndMove = async (person: Person, free: FreeSlot, other: FreeSlot) => {
    const params = { id: free.id };
    const guest_email = `zrtva+${freshPhone().slice(4)}@primer.rs`;
    const body = {
      seen_start: free.start_datetime,
      seen_end: free.end_datetime,
      ...(person.token === null && { ...guest(), guest_email }),
    };
    const booked = await person.call('POST /appointments/{id}/book', { params, body }).catch(() => null);
    if (!booked) return;
    const to = { to_id: other.id, seen_start: other.start_datetime, seen_end: other.end_datetime };
    const { guest_link: token } = booked;
    const reason = 'x';
    if (token === null) {
      await isDone(person.call('POST /appointments/{id}/reschedule', { params, body: to }));
      await isDone(person.call('POST /appointments/{id}/cancel', { params, body: { reason } }));
    } else {
      await isDone(person.call('POST /guest-link/reschedule', { body: { token, ...to } }));
      await isDone(person.call('POST /guest-link/cancel', { body: { token, reason } }));
    }
  };
  /** Sets the same password again. Returns the person with the new session token, or with the old one if the server refuses. */
  const setPassword = async (person: Person): Promise<Person> => {
    const body = { old_password: PASSWORD, new_password: PASSWORD, new_password_confirm: PASSWORD };
    const { token } = await person.call('PUT /auth/me', { body }).catch(() => ({ token: null }));
    return token === null ? person : salon.from(HERE, token);
  };

  test(`one IP address that also registers accounts never holds more than 20 of ${SLOTS} slots at the same time`, async () => {
    trial({ what: 'abuse', cases: SLOTS });
    const days = Array.from({ length: DAYS }, freshDay);
    for (const day of days)
      for (let n = 0; n < SLOTS_A_DAY; n++) await aSlot(salon, atHour(day, 8 + 2 * n), SLOT_MINUTES);
    const service = await aService(salon, { duration_minutes: 2 * SLOT_MINUTES });
    const people = await callers(ACCOUNTS);
    expect(people).toHaveLength(1 + 20);
    for (const person of [...people, ...people]) await bookTwo(person, days, service);
    expect(await bookedSlots()).toBe(10);
    let booked = 10;
    for (let minute = 0; minute < 23 * 60; minute += STEP_MINUTES) {
      salon.clock.advance(STEP_MINUTES);
      for (const person of people) await bookTwo(person, days, service);
      booked = Math.max(booked, await bookedSlots());
    }
    expect(booked).toBe(20);
    await expectInvariants(salon);

    const query = { from: days[0] ?? '', to: days.at(-1) ?? '', status: 'BOOKED' } as const;
    const [one, ...others] = await salon.admin.call('GET /appointments/list', { query });
    expect(one?.same_address).toBe(others.length);
    const found = await salon.admin.call('GET /appointments/list', {
      query: { ...query, same_address: String(one?.id) },
    });
    const ids = found.map(({ id }) => id);
    expect(ids).toHaveLength(others.length + 1);
    const body = { ids, reason: 'Lažna zakazivanja', offer_again: 1 } as const;
    await salon.admin.call('POST /appointments/cancel-many', { body });
    expect(await bookedSlots()).toBe(0);
  });

  test('one IP address that registers, books, cancels and joins waitlists all day causes at most 31 notifications and 31 mails to the owner', async () => {
    trial({ what: 'abuse', cases: ACCOUNTS });
    post.mails.length = 0;
    const day = freshDay();
    const full = freshDay();
    await aSlot(salon, atHour(day, 9));
    const people = await callers(ACCOUNTS);
    for (const person of people)
      for (let n = 0; n < 3; n++) {
        const body = { date: full, ...(person.token === null && guest()) };
        await isDone(person.call('POST /client-notifications/free-slot', { body }));
      }
    await aSlot(salon, atHour(full, 9));
    const cycle = async (person: Person, on: WallDate) => {
      const [free] = await freeSlots([on]);
      if (!free) return;
      const { id, start_datetime: seen_start, end_datetime: seen_end } = free;
      const body = { seen_start, seen_end, ...(person.token === null && guest()) };
      const params = { id };
      const reason = 'x';
      await person.call('POST /appointments/{id}/book', { params, body }).then(
        ({ guest_link: token }) =>
          isDone(
            token === null
              ? person.call('POST /appointments/{id}/cancel', { params, body: { reason } })
              : person.call('POST /guest-link/cancel', { body: { token, reason } }),
          ),
        () => false,
      );
    };
    for (let minute = 0; minute < 23 * 60; minute += STEP_MINUTES) {
      for (const person of people) for (const on of [day, full]) await cycle(person, on);
      salon.clock.advance(STEP_MINUTES);
    }
    const { length: notified } = await salon.db.selectFrom('admin_notifications').select('id').execute();
    expect(notified).toBe(31);
    await sendMails(salon, post.url);
    expect(post.mails.filter(({ to }) => to.includes(ADMIN.email))).toHaveLength(31);
  });

  test('one IP address that acts as visitor and clients causes at most five mails a day to a stranger’s mailbox', async () => {
    trial({ what: 'abuse', cases: ACCOUNTS });
    post.mails.length = 0;
    const [first, second, full] = [freshDay(), freshDay(), freshDay()];
    for (const day of [first, second]) await aSlot(salon, atHour(day, 9));
    const other = await aClient(salon, { email: null });
    const id = await aBooking(salon, atHour(full, 9), other.id);
    const people = await callers(ACCOUNTS, 'zrtva', THERE);
    const waitFor = (person: Person) => {
      const body = { date: full, ...(person.token === null && guest()) };
      return isDone(person.call('POST /client-notifications/free-slot', { body }));
    };
    for (const person of people) await waitFor(person);
    const act = async (person: Person) => {
      const [free, next] = await freeSlots([first, second]);
      if (free && next) await bookAndMove(person, free, next);
      return person.token === null ? person : setPassword(person);
    };
    for (let minute = 0; minute < 23 * 60; minute += STEP_MINUTES) {
      if (minute === STEP_MINUTES)
        await other.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'x' } });
      for (const [n, person] of people.entries()) people[n] = await act(person);
      await sendMails(salon, post.url);
      salon.clock.advance(STEP_MINUTES);
    }
    const queued = await salon.db.selectFrom('outbox').select('kind').where('is_limited', '=', 1).execute();
    expect(new Set(queued.map(({ kind }) => kind))).toEqual(
      new Set([
        'BOOKED_GUEST',
        'BOOKED_OWN',
        'MOVED_GUEST',
        'MOVED_OWN',
        'ACCOUNT_CHANGED',
        'FREE_SLOT_CLIENT',
      ]),
    );
    expect(post.mails.filter(({ to }) => to.includes('zrtva'))).toHaveLength(5);
  });
});
