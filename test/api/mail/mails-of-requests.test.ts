import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aBooking, aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { atHour } from '../../support/days.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { outboxOf, sendMails } from '../../support/outbox.ts';
import { NOW, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const DAY = '2026-11-19';
const START = `${DAY} 10:00:00`;

onBothEngines('mails that requests cause', () => {
  let post: MailServer;
  beforeAll(async () => {
    post = await openMailServer();
  });
  afterAll(() => post.close());
  beforeEach(async () => {
    salon.clock.set(NOW);
    post.mails.length = 0;
    const emptied = [
      'outbox',
      'waitlist_entries',
      'client_notifications',
      'appointments',
      'openings',
    ] as const;
    for (const table of emptied) await salon.db.deleteFrom(table).execute();
  });
  const mailed = async () => {
    await sendMails(salon, post.url);
    return post.mails.splice(0);
  };
  const subjects = async () => (await mailed()).map(({ subject }) => subject);
  const book = (person: Person, id: number, body: object = {}) =>
    person.call('POST /appointments/{id}/book', { params: { id }, body: { ...seen(START), ...body } });
  const cancel = (person: Person, id: number) =>
    person.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Put' } });

  test('the owner gets mails about a client’s booking and its cancellation, both with the same calendar entry', async () => {
    const client = await aClient(salon, { name: 'Ana Anić' });
    const id = await aSlot(salon, START);
    await book(client, id, { service_id: await aService(salon, { name: 'Gel lak' }) });
    const [booked] = await mailed();
    expect(booked?.text).toContain('Ko: Ana Anić');
    await cancel(client, id);
    const [cancelled] = await mailed();
    expect(cancelled?.text).toContain('Razlog otkazivanja: Put');
    const entry = (lines: readonly string[] = [], name: string) =>
      lines.find((line) => line.startsWith(name));
    expect(entry(cancelled?.calendar, 'UID')).toBe(entry(booked?.calendar, 'UID'));
    expect(entry(booked?.calendar, 'SEQUENCE')).toBe('SEQUENCE:1');
    expect(entry(cancelled?.calendar, 'SEQUENCE')).toBe('SEQUENCE:2');
  });

  test('a guest’s booking sends a mail to the guest and a mail to the owner', async () => {
    const id = await aSlot(salon, START);
    await book(salon.visitor, id, {
      guest_name: 'Mira',
      guest_phone: '064 100005',
      guest_email: 'mira@primer.rs',
    });
    expect((await subjects()).sort()).toEqual([
      'Novi termin: 19. novembra u 10:00',
      'Termin je rezervisan: 19. novembra u 10:00',
    ]);
  });

  test('the owner gets no mail about a booking that the owner made', async () => {
    await book(salon.admin, await aSlot(salon, START), { guest_name: 'Mira', guest_phone: '064 100005' });
    expect(await outboxOf(salon)).toEqual([]);
  });

  test('the client gets mails about a move and a cancellation by the salon, both with the same calendar entry', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, START, client.id);
    const body = { start_datetime: `${DAY} 12:00:00`, end_datetime: `${DAY} 13:00:00` };
    await salon.admin.call('PUT /appointments/{id}', { params: { id }, body });
    const [moved] = await mailed();
    expect(moved?.text).toContain('Vaš termin 19. novembra pomeren je sa 10:00 na 12:00.');
    expect(moved?.calendar).toEqual(expect.arrayContaining(['SEQUENCE:2', 'DTSTART:20261119T110000Z']));
    await cancel(salon.admin, id);
    const [cancelled] = await mailed();
    expect(cancelled?.text).toContain('Salon je otkazao vaš termin 19. novembra u 12:00. Razlog: Put');
    expect(cancelled?.calendar).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:3']));
    const uid = moved?.calendar.find((line) => line.startsWith('UID')) ?? '';
    expect(cancelled?.calendar).toContain(uid);
  });

  test('when the owner frees, deletes or reassigns a booking, its client gets a mail that removes the calendar entry', async () => {
    const other = await aClient(salon);
    const ways = [
      (id: number) =>
        salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { status: 'AVAILABLE' } }),
      (id: number) =>
        salon.admin.call('PUT /appointments/{id}', { params: { id }, body: { client_id: other.id } }),
      (id: number) => salon.admin.call('DELETE /appointments/{id}', { params: { id } }),
    ];
    for (const [n, way] of ways.entries()) {
      const client = await aClient(salon);
      const id = await aBooking(salon, atHour(DAY, 10 + n), client.id);
      await way(id);
      const mails = await mailed();
      expect(mails.map(({ to }) => to)).toEqual([`${client.name} <${client.email}>`]);
      expect(mails[0]?.calendar).toContain('METHOD:CANCEL');
    }
  });

  test('clients on the waitlist get a mail about a free slot, unless the slot was booked before the delivery', async () => {
    const booked = await aClient(salon);
    const waiting = await aClient(salon);
    const id = await aBooking(salon, START, booked.id);
    await waiting.call('POST /client-notifications/free-slot', { body: { date: DAY } });
    await cancel(booked, id);
    expect(await subjects()).toContain('Oslobodio se termin: 19. novembra u 10:00');
    const [freed] = await salon.visitor.call('GET /appointments', { query: { from: DAY, to: DAY } });
    await book(salon.visitor, freed?.id ?? 0, { guest_name: 'Mira', guest_phone: '064 100005' });
    await salon.admin.call('PUT /appointments/{id}', {
      params: { id: freed?.id ?? 0 },
      body: { status: 'AVAILABLE' },
    });
    await book(salon.visitor, freed?.id ?? 0, { guest_name: 'Vera', guest_phone: '064 100006' });
    expect(await subjects()).not.toContain('Oslobodio se termin: 19. novembra u 10:00');
    const row = (await outboxOf(salon)).findLast(({ kind }) => kind === 'FREE_SLOT_CLIENT');
    expect(row).toMatchObject({ sent_at: null, last_error: 'no longer true' });
  });

  test('a move that was undone causes no mail', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, START, client.id);
    const moved = await salon.admin.call('PUT /analytics/appointments/{id}/move', {
      params: { id },
      body: { start_datetime: `${DAY} 12:00:00`, end_datetime: `${DAY} 13:00:00` },
    });
    expect(await mailed()).toEqual([]);
    await salon.admin.call('POST /appointments/undo', { body: { undo_token: moved.undo_token ?? '' } });
    salon.clock.advance(1);
    expect(await mailed()).toEqual([]);
    expect(await outboxOf(salon)).toEqual([]);
  });
});

onBothEngines('mails with ADMIN_MAIL=off', { settings: { ADMIN_MAIL: 'off' } }, () => {
  test('with ADMIN_MAIL=off, a booking queues no mail for the owner', async () => {
    const client = await aClient(salon);
    const id = await aSlot(salon, START);
    await client.call('POST /appointments/{id}/book', { params: { id }, body: seen(START) });
    expect((await outboxOf(salon)).map(({ kind }) => kind)).toEqual(['BOOKED_OWN']);
  });
});
