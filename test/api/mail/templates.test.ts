import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppointmentId, UserId } from '../../../src/domain/ids.ts';
import type { WallTime } from '../../../src/domain/wall-clock.ts';
import { aBooking, aClient, aGuestBooking, anAppointment, aSlot } from '../../support/builders.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { aMail, outboxOf, sendMails } from '../../support/outbox.ts';
import type { ReadMail } from '../../support/read-mail.ts';
import { changePerson, changeRow } from '../../support/rows/rows.ts';
import { ADMIN, NOW } from '../../support/salon.ts';
import { onSqlite, salon } from '../../support/salon-test.ts';

const START: WallTime = '2026-11-18 10:00:00';
const visit = {
  start_datetime: START,
  end_datetime: '2026-11-18 11:00:00' as const,
  service_name: 'Gel lak',
  sequence: 2,
  uid: 'booking-7',
};
const SETTINGS = {
  PUBLIC_URL: 'https://lunula.rs/',
  MAIL_FROM: 'Lunula <salon@lunula.rs>',
  SALON_ADDRESS: 'Glavna 1',
  SALON_PHONE: '021 555 330',
};

onSqlite('email templates', { settings: SETTINGS }, () => {
  let post: MailServer;
  beforeAll(async () => {
    post = await openMailServer();
  });
  afterAll(() => post.close());
  beforeEach(async () => {
    salon.clock.set(NOW);
    post.mails.length = 0;
    for (const table of ['outbox', 'guest_links', 'appointments', 'openings'] as const)
      await salon.db.deleteFrom(table).execute();
  });
  const sent = async (): Promise<ReadMail> => {
    await sendMails(salon, post.url);
    const [mail] = post.mails;
    if (!mail) throw new Error(`not sent: ${JSON.stringify(await outboxOf(salon))}`);
    return mail;
  };
  const notSent = async (why: string) => {
    await sendMails(salon, post.url);
    expect(post.mails).toHaveLength(0);
    const rows = await outboxOf(salon);
    expect(rows.map((row) => row.last_error)).toEqual(rows.map(() => why));
  };
  const giveAway = (id: AppointmentId) =>
    salon.admin.call('PUT /appointments/{id}', {
      params: { id },
      body: { guest_name: 'Druga', guest_phone: '065 999' },
    });

  test('the owner’s mail about a booking contains client, time and service, and a calendar entry', async () => {
    const client = await aClient(salon, { name: 'Đorđe "Ž" <Šunjić>', phone: '064 111 222' });
    const id = await aBooking(salon, START, client.id, { notes: 'Ne pre deset\nhvala' });
    await aMail(salon, {
      kind: 'BOOKED_ADMIN',
      ownerMail: true,
      appointmentId: id,
      content: { visit },
    });
    const mail = await sent();
    expect(mail.from).toBe('Lunula <salon@lunula.rs>');
    expect(mail.to).toContain(ADMIN.email);
    expect(mail.subject).toBe('Novi termin: 18. novembra u 10:00');
    expect(mail.text).toContain(
      'Kada: sreda, 18. novembar 2026. 10:00 - 11:00\nKo: Đorđe "Ž" <Šunjić>\nTelefon: 064 111 222\n' +
        'Usluga: Gel lak\nNapomena: Ne pre deset\nhvala',
    );
    expect(mail.text).toContain('https://lunula.rs/admin/notifications');
    expect(mail.html).toContain('Đorđe &quot;Ž&quot; &lt;Šunjić&gt;');
    expect(mail.html).toContain('Ne pre deset<br>hvala');
    expect(mail.calendar).toEqual(
      expect.arrayContaining(['METHOD:PUBLISH', 'SEQUENCE:2', 'DTSTART:20261118T090000Z']),
    );
  });

  test('the owner’s mail about a late cancellation names the client, the guest and the reason, and removes the calendar entry', async () => {
    const client = await aClient(salon, { name: 'Ana' });
    const id = await anAppointment(salon, START, {
      status: 'CANCELLED',
      client_id: client.id,
      booked_at: salon.clock.ms(),
      guest_name: 'Mira',
      guest_phone: '065 3',
      cancel_reason: 'Put',
      is_late: 1,
    });
    await aMail(salon, {
      kind: 'CANCELLED_ADMIN',
      ownerMail: true,
      appointmentId: id,
      content: { visit },
    });
    const mail = await sent();
    expect(mail.subject).toBe('Otkazan termin: 18. novembra u 10:00');
    expect(mail.text).toMatch(/^Kasno otkazivanje\n/);
    expect(mail.text).toContain('Ko: Mira (nalog: Ana)\nTelefon: 065 3');
    expect(mail.text).toContain('Razlog otkazivanja: Put');
    expect(mail.calendar).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']));
  });

  test('if an appointment is assigned to another person before a mail about it is sent, the mail does not name the new person', async () => {
    const id = await aGuestBooking(salon, START);
    await aMail(salon, { kind: 'BOOKED_ADMIN', ownerMail: true, appointmentId: id, content: { visit } });
    await giveAway(id);
    const { text, raw } = await sent();
    expect(text).toContain('Kada: sreda, 18. novembar 2026. 10:00 - 11:00\nUsluga: Gel lak');
    expect(raw).not.toContain('Druga');
  });

  const aNotice = async (
    kind: 'CANCELLED_CLIENT' | 'MOVED_CLIENT' | 'FREE_SLOT_CLIENT',
    id: AppointmentId,
    userId: UserId,
  ) =>
    aMail(salon, {
      kind,
      userId,
      appointmentId: id,
      content: {
        visit,
        message: 'Rečenica iz obaveštenja.',
        type: {
          CANCELLED_CLIENT: 'APPT_CANCELLED_BY_ADMIN',
          MOVED_CLIENT: 'APPT_TIME_CHANGED',
          FREE_SLOT_CLIENT: 'FREE_SLOT_AVAILABLE',
        }[kind] as 'APPT_TIME_CHANGED',
      },
    });

  test('the mail about a move contains the text of the notification and updates the calendar entry', async () => {
    const client = await aClient(salon, { name: 'Ana Anić' });
    const id = await aBooking(salon, START, client.id);
    await aNotice('MOVED_CLIENT', id, client.id);
    const mail = await sent();
    expect(mail.to).toBe(`Ana Anić <${client.email}>`);
    expect(mail.subject).toBe('Promenjeno vreme termina: 18. novembra u 10:00');
    expect(mail.text).toBe(
      'Dobar dan, Ana Anić!\n\nRečenica iz obaveštenja.\n\nMoji termini:\nhttps://lunula.rs/appointments\n\n-- \n' +
        'Lunula\nGlavna 1\n021 555 330\n' +
        'Ove poruke možete isključiti u profilu („Obaveštenja na email“): https://lunula.rs/profile',
    );
    expect(mail.calendar).toEqual(expect.arrayContaining(['METHOD:REQUEST', 'SUMMARY:Lunula: Gel lak']));
    expect(mail.raw).toContain('Auto-Submitted: auto-generated');
  });

  test('the mail about a cancellation removes the calendar entry', async () => {
    const client = await aClient(salon);
    const id = await anAppointment(salon, START, { status: 'CANCELLED', client_id: client.id });
    await aNotice('CANCELLED_CLIENT', id, client.id);
    const mail = await sent();
    expect(mail.subject).toBe('Salon je otkazao termin: 18. novembra u 10:00');
    expect(mail.calendar).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:2']));
  });

  test('the mail about a free slot links to the booking page and has no calendar entry', async () => {
    const client = await aClient(salon);
    const id = await aSlot(salon, START);
    await aNotice('FREE_SLOT_CLIENT', id, client.id);
    const mail = await sent();
    expect(mail.subject).toBe('Oslobodio se termin: 18. novembra u 10:00');
    expect(mail.text).toContain(`Zakaži termin:\nhttps://lunula.rs/booking?dan=2026-11-18&slot=${id}`);
    expect(mail.calendar).toEqual([]);
  });

  test('the reminder mail, sent a day before the appointment, contains its time and service', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, START, client.id);
    const content = { visit };
    await aMail(salon, { kind: 'REMINDER_24H', userId: client.id, appointmentId: id, content });
    const mail = await sent();
    expect(mail.subject).toBe('Podsetnik: 18. novembra u 10:00');
    expect(mail.text).toContain('Podsećamo vas na termin 18. novembra u 10:00, usluga „Gel lak“.');
    expect(mail.calendar).toContain('METHOD:REQUEST');
    const token =
      /Moj termin:\nhttps:\/\/lunula\.rs\/booking#termin=([\w-]{43})\n/.exec(mail.text)?.[1] ?? '';
    const body = { token, seen_start: START };
    expect(await salon.visitor.call('POST /guest-link/confirm', { body })).toMatchObject({
      start_datetime: START,
    });
  });

  test('the reminder to a guest contains no name, and a link to the booking', async () => {
    const id = await aGuestBooking(salon, START, { name: 'Mira' });
    const reminder = { kind: 'REMINDER_GUEST', toEmail: 'mira@primer.rs', appointmentId: id } as const;
    await aMail(salon, { ...reminder, content: { visit } });
    const mail = await sent();
    expect(mail.subject).toBe('Podsetnik: 18. novembra u 10:00');
    expect(mail.raw).not.toContain('Mira');
    expect(mail.text).toContain('Dolazite? Preko ovog linka možete da ga potvrdite, pomerite ili otkažete.');
    expect(mail.text).toMatch(/https:\/\/lunula\.rs\/booking#termin=[\w-]{43}\n/);
  });

  test('the reminder to a guest is not sent for another start', async () => {
    const appointmentId = await aGuestBooking(salon, START);
    const other = { ...visit, start_datetime: '2026-11-18 09:00:00' as const };
    const reminder = { kind: 'REMINDER_GUEST', toEmail: 'mira@primer.rs', appointmentId } as const;
    await aMail(salon, { ...reminder, content: { visit: other } });
    await notSent('no longer true');
  });

  test('the mail to a guest contains a link to the booking, and the database has only a hash of the link', async () => {
    const id = await aGuestBooking(salon, START, { name: 'Mira' });
    const content = { visit };
    await aMail(salon, { kind: 'BOOKED_GUEST', toEmail: 'mira@primer.rs', appointmentId: id, content });
    const mail = await sent();
    expect(mail.to).toBe('mira@primer.rs');
    expect(mail.raw).not.toContain('Mira'); // the mail contains no name, because the address may belong to another person
    expect(mail.text).toMatch(/^Dobar dan!\n/);
    expect(mail.text).toContain('Kada: sreda, 18. novembar 2026. 10:00 - 11:00\nUsluga: Gel lak');
    const token = /https:\/\/lunula\.rs\/booking#termin=([\w-]{43})\n/.exec(mail.text)?.[1] ?? '';
    expect(JSON.stringify(await salon.db.selectFrom('guest_links').selectAll().execute())).not.toContain(
      token,
    );
    expect(JSON.stringify(await outboxOf(salon))).not.toContain(token);
    const opened = await salon.visitor.call('POST /guest-link/view', { body: { token } });
    expect(opened).toMatchObject({ guest_name: 'Mira', start_datetime: START });
    expect(mail.calendar).toContain(`URL;VALUE=URI:https://lunula.rs/booking#termin=${token}`);
  });

  test.each([
    [
      'that the client canceled',
      'MOVED_CLIENT',
      { status: 'CANCELLED', cancelled_by: 'CLIENT' },
      'no longer true',
    ],
    ['that the client has booked again', 'CANCELLED_CLIENT', { notes: null }, 'no longer true'],
    ['that is no longer free', 'FREE_SLOT_CLIENT', { notes: null }, 'no longer true'],
  ] as const)('a queued mail about an appointment %s (%s) is not sent', async (_what, kind, to, why) => {
    const client = await aClient(salon);
    const id = await aBooking(salon, START, client.id);
    await aNotice(kind, id, client.id);
    await changeRow(salon, id, to);
    await notSent(why);
  });

  test.each([
    ['2026-11-18 09:59:59', 1],
    ['2026-11-18 10:00:00', 0],
  ] as const)(
    'at %s, the number of mails sent to the client about an appointment at ten is %i',
    async (now, count) => {
      const client = await aClient(salon);
      const id = await aBooking(salon, START, client.id);
      await aNotice('MOVED_CLIENT', id, client.id);
      salon.clock.set(now);
      await sendMails(salon, post.url);
      expect(post.mails).toHaveLength(count);
    },
  );

  test('a queued mail with a guest’s link is dropped if another booking has replaced the guest’s booking', async () => {
    const id = await aGuestBooking(salon, START);
    const content = { visit };
    await aMail(salon, { kind: 'BOOKED_GUEST', toEmail: 'a@primer.rs', appointmentId: id, content });
    await giveAway(id);
    await notSent('no longer true');
    expect(await salon.db.selectFrom('guest_links').selectAll().execute()).toEqual([]);
  });

  test('no mail is queued for a client who has no email or switched mails off, nor for the owner with ADMIN_MAIL=off', async () => {
    const silent = await aClient(salon, { email: null });
    const off = await aClient(salon);
    await salon.db.updateTable('users').set({ mail_on: 0 }).where('id', '=', off.id).execute();
    const id = await aSlot(salon, START);
    await aNotice('FREE_SLOT_CLIENT', id, silent.id);
    await aNotice('FREE_SLOT_CLIENT', id, off.id);
    const content = { visit };
    await aMail(salon, { kind: 'BOOKED_ADMIN', ownerMail: false, appointmentId: id, content });
    expect(await outboxOf(salon)).toEqual([]);
  });

  test('a queued mail is dropped if its client has since switched mails off or removed the email address', async () => {
    const client = await aClient(salon);
    const id = await aBooking(salon, START, client.id);
    await aNotice('MOVED_CLIENT', id, client.id);
    await salon.db.updateTable('users').set({ mail_on: 0 }).where('id', '=', client.id).execute();
    await notSent('switched off');
    await changePerson(salon, client.id, { email: null });
    await salon.db.updateTable('outbox').set({ given_up_at: null, next_try_at: 0 }).execute();
    await notSent('nobody');
  });

  test('mails with the same key are queued only once', async () => {
    const client = await aClient(salon);
    const id = await aSlot(salon, START);
    for (const sequence of [2, 3])
      await aMail(salon, {
        kind: 'FREE_SLOT_CLIENT',
        onceKey: 'notice:1',
        userId: client.id,
        appointmentId: id,
        content: { visit: { ...visit, sequence }, message: 'x', type: 'FREE_SLOT_AVAILABLE' },
      });
    expect(await outboxOf(salon)).toHaveLength(1);
  });
});
