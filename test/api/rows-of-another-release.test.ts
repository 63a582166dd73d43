import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aSlot } from '../support/builders.ts';
import { freshDay } from '../support/days.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { rowById } from '../support/notifications.ts';
import { aReminderMail, outboxOf, sendMails } from '../support/outbox.ts';
import { expectRefused } from '../support/refused.ts';
import { NOW } from '../support/salon.ts';
import { onBothEngines, salon } from '../support/salon-test.ts';

/** JSON columns are validated when they are read, so that rows written by another release cause no error. */

let post: MailServer;

onBothEngines('rows from another release', () => {
  beforeAll(async () => {
    post = await openMailServer();
  });
  afterAll(() => post.close());
  beforeEach(async () => {
    salon.clock.set(NOW);
    await salon.db.deleteFrom('outbox').execute();
    await salon.db.deleteFrom('appointments').execute();
  });

  const UNREADABLE = [
    '[]',
    '{}',
    'null',
    '{"rows":[{"before":{"id":1},"after":null}],"ended_waits":[]}',
    'no JSON',
  ];

  test.each(UNREADABLE)(
    'an undo step with the unreadable content %s is treated as expired',
    async (content) => {
      const id = await aSlot(salon, `${freshDay()} 09:00:00`);
      const deleted = await salon.admin.call('DELETE /appointments/{id}', {
        params: { id },
        query: { undo: '1' },
      });
      await salon.db.updateTable('undo_steps').set({ content }).execute();
      const undoing = salon.admin.call('POST /appointments/undo', {
        body: { undo_token: deleted?.undo_token ?? '' },
      });
      await expectRefused(undoing, 'undo_expired');
      expect(await rowById(salon, id)).toBeUndefined();
    },
  );

  test.each([
    ['REMINDER_24H', '{}'],
    ['REMINDER_24H', '{"visit":{"start_datetime":"juče"}}'],
    ['REMINDER_24H', 'no JSON'],
    ['A_KIND_OF_TOMORROW', '{}'],
  ])('skips a mail of kind %s with the content %s, and sends the next mail', async (kind, content) => {
    const before = post.mails.length;
    await aReminderMail(salon);
    await salon.db.updateTable('outbox').set({ kind, content }).execute();
    await aReminderMail(salon, 1);
    await sendMails(salon, post.url);
    const [first, second] = await outboxOf(salon);
    expect(first).toMatchObject({
      given_up_at: salon.clock.ms(),
      sent_at: null,
      last_error: 'unreadable: queued by another release',
    });
    expect(second?.sent_at).toBe(salon.clock.ms());
    expect(post.mails.length - before).toBe(1);
  });
});
