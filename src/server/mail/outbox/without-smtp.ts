import type { Sender } from './send-outbox.ts';

const AT_ONCE = 100;

/**
 * Without SMTP_URL mails stay in the outbox, and each gets one line in the log: kind and id, never to whom or what. Those that
 * waited already when the server started were named by the run that queued them.
 */
export function nameWaitingMails({ db, clock, log }: Sender): () => Promise<void> {
  const startedMs = clock.ms();
  let lastNamed = 0;
  return async () => {
    const waiting = await db
      .selectFrom('outbox')
      .select(['id', 'kind'])
      .where('id', '>', lastNamed)
      .where('created_at', '>=', startedMs)
      .where('sent_at', 'is', null)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { id, kind } of waiting) {
      log.info({ mail: id, kind }, 'mail waits in the outbox: SMTP_URL is not set');
      lastNamed = id;
    }
  };
}
