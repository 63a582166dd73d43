import type { Words } from './words.ts';

/** Users, sessions and logins. */
export const people = (t: Words) => [
  `create table users (
    id ${t.id},
    role ${t.text} not null check (role in ('ADMIN', 'CLIENT')),
    name ${t.text} not null,
    email ${t.text},
    email_key ${t.text} unique, -- folded: one account per address, whatever its case
    phone ${t.text},
    phone_digits ${t.text},
    city ${t.text},
    notes ${t.text},
    active ${t.bool} not null default 1 check (active in (0, 1)),
    mail_on ${t.bool} not null default 1 check (mail_on in (0, 1)),
    password_hash ${t.text},
    search_text ${t.text} not null, -- name, email, phone and city folded for the search
    created_at ${t.ms} not null,
    deleted_at ${t.ms}
  ${t.end}`,
  `create unique index users_one_admin on users (role) where role = 'ADMIN';`,
  `create table sessions (
    token_hash ${t.text} primary key,
    user_id ${t.ref} not null references users (id) on delete cascade,
    created_at ${t.ms} not null,
    last_used_at ${t.ms} not null,
    expires_at ${t.ms} not null
  ${t.end}`,
  `create index sessions_by_user on sessions (user_id);`,
  `create index sessions_by_expiry on sessions (expires_at);`,
  `create table reset_links (
    token_hash ${t.text} primary key,
    user_id ${t.ref} not null references users (id) on delete cascade,
    expires_at ${t.ms} not null,
    used_at ${t.ms}
  ${t.end}`,
  `create index reset_links_by_user on reset_links (user_id);`,
  `create table login_attempts (
    id ${t.id},
    account ${t.text} not null, -- hash of the email that was tried
    address ${t.text} not null,
    at ${t.ms} not null
  ${t.end}`,
  `create index login_attempts_by_account on login_attempts (address, account, at);`,
  `create index login_attempts_by_time on login_attempts (at);`,
];
