import { setTimeout as wait } from 'node:timers/promises';
import { pagesAddress } from '../addresses.ts';
import { type Sender, sendOutbox } from './send-outbox.ts';
import { nameWaitingMails } from './without-smtp.ts';

/** A burst of changes is one look at the outbox. */
const NUDGE_DELAY_MS = 300;
/** A mail under way may end; the server has 5 s to stop. */
const STOP_WITHIN_MS = 2500;

export interface Mailing {
  /** Something may have been queued: looks soon, in the background. Never waited for. */
  nudge(): void;
  stop(): Promise<void>;
}

/**
 * Sends what is due, apart from every request. The look comes a moment after the change, not in its wake: how long an answer
 * takes tells nothing of what it queued.
 */
export function startMailing(sender: Sender): Mailing {
  const { log, config } = sender;
  const begun = new AbortController();
  const cut = new AbortController();
  const { smtpUrl } = config.mail;
  const ending = { begun: begun.signal, cut: cut.signal };
  const look = smtpUrl ? () => sendOutbox(sender, smtpUrl, ending) : nameWaitingMails(sender);
  if (smtpUrl && !config.publicUrl)
    log.warn(`PUBLIC_URL is not set: links in mails lead to ${pagesAddress(config)}`);
  let round: Promise<void> | undefined;
  let isAskedAgain = false;
  const begin = async (): Promise<void> => {
    while (isAskedAgain && !begun.signal.aborted) {
      isAskedAgain = false;
      try {
        await wait(NUDGE_DELAY_MS, undefined, { signal: begun.signal, ref: false });
        await look();
      } catch (error) {
        if (!begun.signal.aborted) log.error({ err: error }, 'sending mail failed');
      }
    }
    round = undefined;
  };
  return {
    nudge() {
      isAskedAgain = true;
      if (!begun.signal.aborted) round ??= begin();
    },
    async stop() {
      begun.abort();
      await Promise.race([round, wait(STOP_WITHIN_MS, undefined, { ref: false })]);
      cut.abort();
      await round;
    },
  };
}
