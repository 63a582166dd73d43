import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * Push subscriptions and the outbox of pushes. The salon's keys are a row of `secrets`.
 * docs/spec/behaviour.md §14
 */
export const name = 'the salon in the pocket';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `alter table users add column push_on ${t.bool} not null default 1 check (push_on in (0, 1))`,
    // deleted with its session
    `create table push_subscriptions (
    id ${t.id},
    user_id ${t.ref} not null references users (id) on delete cascade,
    session_hash ${t.text} not null references sessions (token_hash) on delete cascade,
    endpoint ${t.text} not null unique,
    p256dh ${t.text} not null,
    auth ${t.text} not null,
    created_at ${t.ms} not null
  ${t.end}`,
    `create index push_subscriptions_by_user on push_subscriptions (user_id);`,
    `create index push_subscriptions_by_session on push_subscriptions (session_hash);`,
    // one row per subscription and message
    `create table push_outbox (
    id ${t.id},
    subscription_id ${t.ref} not null references push_subscriptions (id) on delete cascade,
    user_id ${t.ref} not null references users (id) on delete cascade,
    kind ${t.text} not null,
    subject_id ${t.ref},
    content ${t.text} not null, -- JSON; what it says is read when it is sent
    created_at ${t.ms} not null,
    visible_at ${t.ms} not null,
    attempts integer not null default 0,
    next_try_at ${t.ms} not null,
    sent_at ${t.ms},
    given_up_at ${t.ms},
    last_error ${t.text}
  ${t.end}`,
    `create unique index push_outbox_once on push_outbox (subscription_id, kind, subject_id)
     where kind in ('CLIENT_NOTICE', 'OWNER_NOTICE');`,
    `create index push_outbox_due on push_outbox (next_try_at) where sent_at is null and given_up_at is null;`,
    // on all rows: deleting a subscription deletes its pushes
    `create index push_outbox_by_subscription on push_outbox (subscription_id, id);`,
    `create index push_outbox_by_age on push_outbox (created_at);`,
    `create index push_outbox_by_user on push_outbox (user_id);`,
    // the days whose morning summary was sent to the owner
    `create table owner_mornings (
    day ${t.date('day')} primary key not null,
    told_at ${t.ms} not null
  ${t.end}`,
  ];
}
