import { afterEach, beforeEach, expect, test } from 'vitest';
import { aClient, aService, aSlot, seen } from '../../support/builders.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { sendMails } from '../../support/outbox.ts';
import { ADMIN, type Person } from '../../support/salon.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const START = '2026-11-20 10:00:00';
const SETTINGS = { PUBLIC_URL: 'https://lunula.rs/', MAIL_FROM: 'Lunula <salon@lunula.rs>' };

onBothEngines('mails about a deposit', { settings: SETTINGS, emptyBeforeEach: true }, () => {
  let post: MailServer;
  beforeEach(async () => {
    post = await openMailServer();
    await salon.admin.call('PUT /settings', {
      body: {
        payments: 1,
        deposit_for: 'ALL',
        deposit_percent: 30,
        account_number: '840-955845-10',
        account_name: 'Salon Mesečina',
      },
    });
  });
  afterEach(() => post.close());
  const mailsTo = async (address: string) => {
    await sendMails(salon, post.url);
    return post.mails.splice(0).filter(({ to }) => to.includes(address));
  };
  async function book(who: Person, body: object = {}) {
    const id = await aSlot(salon, START, 60);
    const service_id = await aService(salon, { name: 'Gel lak', price: 2400, duration_minutes: 60 });
    return who.call('POST /appointments/{id}/book', {
      params: { id },
      body: { ...seen(START, 60), service_id, ...body },
    });
  }
  const act = (id: number, action: 'RECEIVED' | 'WAIVED') =>
    salon.admin.call('POST /appointments/{id}/deposit', { params: { id }, body: { action } });
  const fieldsOf = (reference = '') =>
    `Kapara: 700,00 din, do 17. novembra u 23:20. Ako ne stigne, termin se oslobađa.
Primalac: Salon Mesečina
Račun: 840-955845-10
Poziv na broj: ${reference}`;

  test('a client gets one mail with the payment details and a link, and another mail when the deposit is received', async () => {
    const ana = await aClient(salon, { email: 'ana@primer.rs' });
    const { id, deposit } = await book(ana);
    const [mail, ...others] = await mailsTo('ana@primer.rs');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Termin je rezervisan: 20. novembra u 10:00');
    expect(mail?.text).toContain(fieldsOf(deposit?.reference));
    expect(mail?.text).toContain('https://lunula.rs/appointments');
    await act(id, 'RECEIVED');
    const [received] = await mailsTo('ana@primer.rs');
    expect(received?.subject).toBe('Kapara je primljena: 20. novembra u 10:00');
    expect(received?.text).toContain('Stigla je kapara od 700 din za vaš termin 20. novembra u 10:00.');
  });

  test('the mail about a guest’s booking contains the payment details and the guest’s link', async () => {
    const guest = { guest_name: 'Mira', guest_phone: '0641234567', guest_email: 'mira@primer.rs' };
    const { deposit } = await book(salon.visitor, guest);
    const [mail] = await mailsTo('mira@primer.rs');
    expect(mail?.text).toContain(fieldsOf(deposit?.reference));
    expect(mail?.text).toMatch(/https:\/\/lunula\.rs\/booking#termin=[\w-]+/);
  });

  test('the confirmation names no deposit if it was waived or none is required', async () => {
    const ana = await aClient(salon, { email: 'ana@primer.rs' });
    const { id } = await book(ana);
    await act(id, 'WAIVED');
    await salon.admin.call('PUT /settings', { body: { deposit_for: 'NONE' } });
    const slot = await aSlot(salon, '2026-11-20 12:00:00', 60);
    await ana.call('POST /appointments/{id}/book', {
      params: { id: slot },
      body: seen('2026-11-20 12:00:00', 60),
    });
    const mails = await mailsTo('ana@primer.rs');
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Termin je rezervisan'),
      expect.stringContaining('Termin je rezervisan'),
    ]);
    for (const { text } of mails) expect(text).not.toContain('Kapara');
  });

  test('a booking succeeds even if its deposit mail fails; the mail is sent later', async () => {
    const ana = await aClient(salon, { email: 'ana@primer.rs' });
    post.next({ at: 'content', reply: 451 }, { at: 'content', reply: 451 }); // makes the mails to the owner and the client fail
    const { id, deposit } = await book(ana);
    expect(await mailsTo('ana@primer.rs')).toEqual([]);
    expect(await salon.admin.call('GET /appointments/{id}', { params: { id } })).toMatchObject({
      status: 'BOOKED',
      deposit: { state: 'WAITING' },
    });
    salon.clock.set('2026-11-17 11:30:00');
    const [mail] = await mailsTo('ana@primer.rs');
    expect(mail?.text).toContain(fieldsOf(deposit?.reference));
    salon.clock.set('2026-11-17 11:20:00');
  });

  test('the owner’s mail does not contain the bank account', async () => {
    await book(await aClient(salon));
    const [mail] = await mailsTo(ADMIN.email);
    expect(mail?.raw).not.toContain('840-955845-10');
  });
});
