import type { Mailing } from './mail/outbox/start.ts';
import { clearOutdated } from './platform/clear-outdated.ts';
import type { Platform } from './platform/http/call.ts';
import type { RecurringWork } from './platform/recurring.ts';
import { remindClients } from './reminders/remind-clients.ts';

/** All that happens without anybody asking; one line each. */
export const recurringWork = (platform: Platform, mailing: Mailing): RecurringWork[] => [
  { name: 'clear outdated rows', run: () => clearOutdated(platform) },
  { name: 'remind clients', run: () => remindClients(platform) },
  // not waited for: a slow mail server must not hold up the rest
  { name: 'send mail', run: async () => mailing.nudge() },
];
