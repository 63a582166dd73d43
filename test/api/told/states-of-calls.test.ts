import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppointmentId } from '../../../src/domain/ids.ts';
import { aBooking, aClient } from '../../support/builders.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { sendMails } from '../../support/outbox.ts';
import { changeRow } from '../../support/rows/rows.ts';
import { onBothEngines, salon } from '../../support/salon-test.ts';

const settings = { SMTP_URL: 'smtp://localhost:1' };

onBothEngines('what became of the messages to people to call', { emptyBeforeEach: true, settings }, () => {
  let server: MailServer;
  let id: AppointmentId;
  beforeEach(async () => {
    server = await openMailServer();
    id = await aBooking(salon, '2026-11-19 10:00:00', (await aClient(salon)).id);
  });
  afterEach(() => server.close());
  const cancel = () =>
    salon.admin.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Bolest' } });
  const states = async () =>
    (await salon.admin.call('GET /appointments/to-call')).map(({ what, state }) => `${what} ${state}`);

  test('a client stands there while her mail is on its way, and is gone once it certainly went out', async () => {
    await cancel();
    expect(await states()).toEqual(['CANCELLED SENDING']);
    await sendMails(salon, server.url);
    expect(server.mails).toHaveLength(1);
    expect(await states()).toEqual([]);
  });

  test('she stays if the mail server took the mail without an answer, or refused it', async () => {
    await cancel();
    server.next({ at: 'content', reply: 'hang-up' });
    await sendMails(salon, server.url);
    expect(await states()).toEqual(['CANCELLED UNKNOWN']);
    id = await aBooking(salon, '2026-11-20 10:00:00', (await aClient(salon)).id);
    await cancel();
    server.next({ at: 'recipient', reply: 550 });
    await sendMails(salon, server.url);
    expect(await states()).toEqual(['CANCELLED UNKNOWN', 'CANCELLED FAILED']);
  });

  test('each outcome of a request stands there', async () => {
    const wait = () =>
      changeRow(salon, id, { request_state: 'WAITING', request_until: '2026-11-18 10:00:00' });
    const answer = (action: 'ACCEPT' | 'DECLINE') =>
      salon.admin.call('POST /appointments/{id}/request', { params: { id }, body: { action } });
    await wait();
    await answer('ACCEPT');
    expect(await states()).toEqual(['REQUEST_ACCEPTED SENDING']);
    await sendMails(salon, server.url);
    expect(await states()).toEqual([]);
    await wait();
    await answer('DECLINE');
    expect(await states()).toEqual(['REQUEST_DECLINED SENDING']);
  });
});
