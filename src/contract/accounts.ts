import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const role = z
  .enum(['ADMIN', 'CLIENT', 'TECHNICIAN'])
  .meta({ id: 'Role', description: 'ADMIN is the owner.' });
const person = s.component('Person', 'The logged-in user.', {
  role,
  name: z.string(),
  email: z.string().nullable(),
});
export const profile = s.component('Profile', "The user's own account (docs/spec/product.md §3.5).", {
  id: s.userId,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  role,
  technician_id: s.technicianId.nullable().describe('Of a TECHNICIAN: whose day it is.'),
  can_charge: s.flag.optional().describe('Only of a TECHNICIAN, as the next two.'),
  can_take_days_off: s.flag.optional(),
  sees_phones: s.flag.optional(),
  mail_on: s.flag.describe('1: notifications are sent by email too.'),
  push_on: s.flag.describe('1: notifications are sent to subscribed devices too.'),
  sms_on: s.flag.describe('1: SMS are sent where neither push nor mail reaches.'),
  marketing_on: s.flag.describe('1: agreed to a message when the next appointment is due.'),
  language: s.language
    .nullable()
    .describe('What is sent to her is in it; null: none was chosen (docs/spec/behaviour.md §33).'),
});
export type Profile = z.infer<typeof profile>;

export const accountEndpoints = [
  endpoint('logIn', 'POST /auth/login', 'visit', {
    rateLimit: { max: 600, per: '15 minutes' },
    summary:
      'Logs in; the token is opaque and lives 30 days from its last use (docs/spec/behaviour.md §7.1).',
    body: z.strictObject({ email: z.string().max(1000).default(''), password: s.password.default('') }),
    example: { email: 'milica@primer.rs', password: 'lozinka-od-6-ili-više' },
    response: person.extend({ token: z.string() }),
    errors: ['login_fields_missing', 'login_failed', 'account_inactive', 'too_many_logins', 'server_busy'],
  }),
  endpoint('registerClient', 'POST /auth/register', 'visit', {
    rateLimit: { max: 200, per: '10 minutes' },
    summary:
      'Creates a client account and logs it in; notifies the owner (NEW_CLIENT, docs/spec/product.md §2.7 and §3.7).',
    body: z.strictObject({
      name: s.name.default(''),
      email: s.email.default(''),
      phone: s.orNull(s.phone).default(null),
      city: s.orNull(s.city).default(null),
      password: s.password.default(''),
      password_confirm: s.password.default(''),
    }),
    example: {
      name: 'Milica Petrović',
      email: 'milica@primer.rs',
      phone: '063 555 0184',
      password: 'lozinka-od-6-ili-više',
      password_confirm: 'lozinka-od-6-ili-više',
    },
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
  endpoint('getProfile', 'GET /auth/me', 'useAccount', {
    summary: 'Returns the profile (docs/spec/product.md §3.5).',
    response: profile,
  }),
  endpoint('updateNotificationSwitches', 'PUT /auth/me/notifications', 'useAccount', {
    rateLimit: { max: 60, per: '10 minutes' },
    summary:
      'Switches mails and pushes of the own account and chooses its language; needs no password (docs/spec/product.md §5.2).',
    body: z.strictObject({
      mail_on: s.flag.optional(),
      push_on: s.flag.optional(),
      sms_on: s.flag.optional(),
      marketing_on: s.flag.optional(),
      language: s.language.nullable().optional(),
    }),
    example: { push_on: 0 },
    response: profile,
    errors: ['too_many_actions'],
  }),
  endpoint('updateProfile', 'PUT /auth/me', 'useAccount', {
    summary:
      'Saves the profile; always needs the old password, and a new one ends all other sessions (docs/spec/product.md §5.2).',
    body: z.strictObject({
      name: s.name.optional(),
      email: s.email.optional(),
      phone: s.orNull(s.phone).optional(),
      city: s.orNull(s.city).optional(),
      mail_on: s.flag.optional(),
      push_on: s.flag.optional(),
      old_password: s.password.default(''),
      new_password: s.password.nullable().default('').describe('Empty or null: unchanged.'),
      new_password_confirm: s.password.nullable().default(''),
    }),
    response: profile.extend({
      token: z.string().nullable().describe('A new token after a new password; null: keep the old one.'),
      user: person,
    }),
    errors: [
      'required_fields_missing',
      'old_password_missing',
      'old_password_wrong',
      'new_passwords_differ',
      'new_password_too_short',
      'email_taken',
      'too_many_actions',
      'too_many_logins',
      'server_busy',
    ],
  }),
  endpoint('logOut', 'POST /auth/logout', 'useAccount', {
    summary: 'Ends this session; other sessions of the account stay (docs/spec/behaviour.md §7.1).',
  }),
  endpoint('requestPasswordReset', 'POST /auth/forgot', 'visit', {
    rateLimit: { max: 30, per: '15 minutes' },
    summary:
      'Mails a reset link; the response is the same for a known and an unknown email (docs/spec/behaviour.md §7.3).',
    body: z.strictObject({ email: s.email.refine((text) => text !== '', s.says('Unesite email adresu.')) }),
  }),
  endpoint('resetPassword', 'POST /auth/reset', 'visit', {
    rateLimit: { max: 30, per: '15 minutes' },
    summary:
      'Sets a new password with the token of a mailed link, valid for an hour, once; ends every session (docs/spec/behaviour.md §7.3).',
    body: z.strictObject({
      token: z.string().max(200),
      new_password: s.password,
      new_password_confirm: s.password,
    }),
    errors: ['new_passwords_differ', 'new_password_too_short', 'reset_link_dead', 'server_busy'],
  }),
  endpoint('exportOwnData', 'GET /auth/me/export', 'useAccount', {
    summary:
      "Everything stored about the logged-in user: 'Preuzmi moje podatke' (docs/spec/behaviour.md §7.4).",
    response: z.record(z.string(), z.unknown()),
  }),
  endpoint('deleteOwnAccount', 'POST /auth/me/delete', 'useAccount', {
    summary:
      'Deletes the account; `client_has_bookings` while it has future bookings, unless `cancel_bookings` is true (docs/spec/behaviour.md §7.4).',
    body: z.strictObject({ password: s.password, cancel_bookings: z.boolean().default(false) }),
    errors: [
      'old_password_missing',
      'old_password_wrong',
      'client_has_bookings',
      'cancel_too_late',
      'not_allowed',
      'too_many_actions',
      'too_many_logins',
      'server_busy',
    ],
  }),
] as const;
