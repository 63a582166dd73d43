import type { Words } from './words.ts';

/** Idempotency keys and undo steps. */
export const machinery = (t: Words) => [
  `create table idempotency_keys (
    caller ${t.text} not null,
    key_hash ${t.text} not null,
    request_hash ${t.text} not null,
    user_id ${t.ref} references users (id) on delete cascade,
    appointment_id ${t.ref} not null,
    answer ${t.text} not null,
    created_at ${t.ms} not null,
    primary key (caller, key_hash)
  ${t.end}`,
  `create index idempotency_keys_by_time on idempotency_keys (created_at);`,
  `create index idempotency_keys_by_appointment on idempotency_keys (appointment_id);`,
  `create table undo_steps (
    id ${t.id},
    token_hash ${t.text} not null unique,
    made_at ${t.ms} not null,
    expires_at ${t.ms} not null,
    used_at ${t.ms},
    content ${t.text} not null -- JSON: the rows as they were, and what they became
  ${t.end}`,
  `create index undo_steps_by_expiry on undo_steps (expires_at);`,
];
