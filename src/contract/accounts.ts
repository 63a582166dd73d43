import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { city, email, flag, name, noContent, orNull, password, phone, userId } from './schemas.ts';

export const role = z.enum(['ADMIN', 'CLIENT']);
export const person = z.object({ role, name: z.string(), email: z.string().nullable() });
/** docs/spec/product.md §3.5; `mail_on` and `push_on` are the switches of what is sent by email and to devices. */
export const profile = z.object({
  id: userId,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  role,
  mail_on: flag,
  push_on: flag,
});
export type Profile = z.infer<typeof profile>;

export const accountEndpoints = [
  endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    rateLimit: { max: 600, per: '15 minutes' },
    summary:
      'Logs in; the token is opaque and lives 30 days from its last use (docs/spec/behaviour.md §7.1).',
    body: z.strictObject({ email: z.string().max(1000).default(''), password: password.default('') }),
    status: 200,
    response: person.extend({ token: z.string() }),
    errors: ['login_fields_missing', 'login_failed', 'account_inactive', 'too_many_logins', 'server_busy'],
  }),
  endpoint({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    rateLimit: { max: 200, per: '10 minutes' },
    summary:
      'Creates a client account and logs it in; the admin is notified (NEW_CLIENT, docs/spec/behaviour.md §7.2).',
    body: z.strictObject({
      name: name.default(''),
      email: email.default(''),
      phone: orNull(phone).default(null),
      city: orNull(city).default(null),
      password: password.default(''),
      password_confirm: password.default(''),
    }),
    status: 201,
    response: z.object({ token: z.string(), user: person }),
    errors: [
      'required_fields_missing',
      'passwords_differ',
      'password_too_short',
      'email_taken',
      'too_many_actions',
      'server_busy',
    ],
  }),
  endpoint({
    method: 'GET',
    path: '/auth/me',
    access: 'user',
    summary: 'Reads the own profile (docs/spec/product.md §3.5).',
    status: 200,
    response: profile,
    errors: [],
  }),
  endpoint({
    method: 'PUT',
    path: '/auth/me',
    access: 'user',
    summary:
      'Saves the profile, always with the old password; a new password ends all other sessions (docs/spec/product.md §5.2).',
    body: z.strictObject({
      name: name.optional(),
      email: email.optional(),
      phone: orNull(phone).optional(),
      city: orNull(city).optional(),
      mail_on: flag.optional(),
      push_on: flag.optional(),
      old_password: password.default(''),
      new_password: password.nullable().default(''),
      new_password_confirm: password.nullable().default(''),
    }),
    status: 200,
    /** `token`: a fresh one after a new password, else null: the old one stays. */
    response: profile.extend({ token: z.string().nullable(), user: person }),
    errors: [
      'required_fields_missing',
      'old_password_missing',
      'old_password_wrong',
      'new_passwords_differ',
      'new_password_too_short',
      'email_taken',
      'too_many_logins',
      'server_busy',
    ],
  }),
  endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'user',
    summary: 'Ends this session; others of the same account go on (docs/spec/behaviour.md §7.1).',
    status: 204,
    response: noContent,
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/auth/forgot',
    access: 'public',
    rateLimit: { max: 30, per: '15 minutes' },
    summary:
      'Mails a reset link; the response is the same for a known and an unknown email (docs/spec/behaviour.md §7.3).',
    body: z.strictObject({ email: email.refine((text) => text !== '', 'Unesite email adresu.') }),
    status: 204,
    response: noContent,
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/auth/reset',
    access: 'public',
    rateLimit: { max: 30, per: '15 minutes' },
    summary:
      'Sets a new password by a link that is valid for an hour, once; ends every session (docs/spec/behaviour.md §7.3).',
    body: z.strictObject({
      token: z.string().max(200),
      new_password: password,
      new_password_confirm: password,
    }),
    status: 204,
    response: noContent,
    errors: ['new_passwords_differ', 'new_password_too_short', 'reset_link_dead', 'server_busy'],
  }),
  endpoint({
    method: 'GET',
    path: '/auth/me/export',
    access: 'user',
    summary:
      "All that is stored on the logged-in user: 'Preuzmi moje podatke' (docs/spec/behaviour.md §7.4).",
    status: 200,
    response: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/auth/me/delete',
    access: 'user',
    summary:
      'Deletes the own account; 409 while it has future bookings, unless `cancel_bookings` says to cancel them (docs/spec/behaviour.md §7.4).',
    body: z.strictObject({ password, cancel_bookings: z.boolean().default(false) }),
    status: 204,
    response: noContent,
    errors: [
      'old_password_missing',
      'old_password_wrong',
      'client_has_bookings',
      'not_allowed',
      'too_many_logins',
      'server_busy',
    ],
  }),
] as const;
