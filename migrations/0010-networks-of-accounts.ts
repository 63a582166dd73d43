import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * Where accounts registered, so that their acts count with those of their network's guests, and summaries of the messages to the
 * owner that a network's daily limit leaves out. Networks are keyed hashes. docs/spec/behaviour.md §4.4 and §9.3
 */
export const name = 'networks of accounts';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    // for 30 days
    `alter table users add column registered_network ${t.text};`,
    `create index users_by_registered_network on users (created_at) where registered_network is not null;`,
    // where the account of a booking registered, until the appointment is over
    `alter table appointments add column account_network ${t.text};`,
    `create index appointments_by_account_network on appointments (account_network)
     where account_network is not null;`,
    // of a summary: how many notifications it stands for
    `alter table admin_notifications add column more_count integer;`,
    // the summary (a notification or a mail) that counts what a limit leaves out
    `alter table counted_acts add column summary_id ${t.ref};`,
  ];
}
