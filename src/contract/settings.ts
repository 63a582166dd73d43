import { z } from 'zod';
import {
  GENERATE_AHEAD_MAX_WEEKS,
  GUEST_RETENTION_MAX_MONTHS,
  MESSAGE_MAX_CHARACTERS,
  MOST_ACTIVE_BOOKINGS,
  NO_SHOW_LIMIT_MAX,
  RULE_MAX_HOURS,
  SALON_HEADLINE_MAX_CHARACTERS,
  SALON_NAME_MAX_CHARACTERS,
  SALON_TEXT_MAX_CHARACTERS,
  STRIP_MAX_DAYS,
  STRIP_MIN_DAYS,
} from '#domain/limits.ts';
import type { Settings } from '#domain/settings.ts';
import { unknownPlaceholder } from '#domain/wording/messages.ts';
import { endpoint } from './endpoint.ts';
import { flag, line, phonePart, prose } from './schemas.ts';

const WEB_ADDRESS = /^(https?:\/\/[^\s/?#@]+\.[^\s/?#@]+([/?#]\S*)?)?$/;

const whole = (min: number, max: number) =>
  z.int(`Ceo broj od ${min} do ${max}.`).min(min, `Najmanje ${min}.`).max(max, `Najviše ${max}.`);

const message = prose(MESSAGE_MAX_CHARACTERS).check((text) => {
  const unknown = unknownPlaceholder(text.value);
  if (unknown !== undefined)
    text.issues.push({ code: 'custom', input: text.value, message: `Nepoznata oznaka ${unknown}.` });
});

/** Every setting, its bounds and what is said beyond them (docs/spec/behaviour.md §1.4). */
export const settings = z.strictObject({
  salon_name: line(SALON_NAME_MAX_CHARACTERS).refine((text) => text.length > 0, 'Unesite naziv salona.'),
  salon_headline: line(SALON_HEADLINE_MAX_CHARACTERS),
  salon_text: line(SALON_TEXT_MAX_CHARACTERS),
  salon_phone: phonePart,
  salon_address: line(SALON_TEXT_MAX_CHARACTERS),
  salon_hours: line(SALON_TEXT_MAX_CHARACTERS),
  salon_social_url: line(SALON_TEXT_MAX_CHARACTERS).refine(
    (text) => WEB_ADDRESS.test(text),
    'Unesite adresu koja počinje sa https://.',
  ),
  guest_booking: flag,
  max_active_bookings: whole(1, MOST_ACTIVE_BOOKINGS),
  booking_days: whole(STRIP_MIN_DAYS, STRIP_MAX_DAYS),
  late_cancel_hours: whole(0, RULE_MAX_HOURS),
  cancel_until_hours: whole(0, RULE_MAX_HOURS),
  move_until_hours: whole(0, RULE_MAX_HOURS),
  service_fit: z.enum(['warn', 'require']),
  join_slots: flag,
  no_show_limit: whole(0, NO_SHOW_LIMIT_MAX),
  generate_ahead_weeks: whole(0, GENERATE_AHEAD_MAX_WEEKS),
  owner_mail: flag,
  message_confirmation: message,
  message_reminder: message,
  message_moved: message,
  message_cancelled: message,
  message_free_slot: message,
  guest_retention_months: whole(0, GUEST_RETENTION_MAX_MONTHS),
  owner_morning_at: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Unesite vreme kao 08:00.'),
}) satisfies z.ZodType<Settings>;

/**
 * As they leave the server. The bounds are for what the owner types: a first value from the environment may lie beyond them.
 */
export const savedSettings = z.object({
  ...settings.shape,
  salon_name: z.string(),
  salon_phone: z.string(),
  salon_social_url: z.string(),
  late_cancel_hours: z.int(),
});

export const settingsEndpoints = [
  endpoint({
    method: 'GET',
    path: '/settings',
    access: 'admin',
    summary: 'Every setting of the salon (docs/spec/behaviour.md §1.4).',
    status: 200,
    response: savedSettings,
    errors: [],
  }),
  endpoint({
    method: 'PUT',
    path: '/settings',
    access: 'admin',
    summary:
      'Changes the settings that are named; the others stay, and the response has all (docs/spec/behaviour.md §1.4).',
    body: settings.partial(),
    status: 200,
    response: savedSettings,
    errors: [],
  }),
] as const;
