import type { RequestBody } from '#contract/index.ts';
import {
  charactersIn,
  GENERATE_AHEAD_MAX_WEEKS,
  GUEST_RETENTION_MAX_MONTHS,
  MESSAGE_MAX_CHARACTERS,
  MOST_ACTIVE_BOOKINGS,
  NO_SHOW_LIMIT_MAX,
  PHONE_MAX_CHARACTERS,
  PHONE_PATTERN,
  RULE_MAX_HOURS,
  SALON_HEADLINE_MAX_CHARACTERS,
  SALON_NAME_MAX_CHARACTERS,
  SALON_TEXT_MAX_CHARACTERS,
  STRIP_MAX_DAYS,
  STRIP_MIN_DAYS,
} from '#domain/limits.ts';
import { unknownPlaceholder } from '#domain/wording/messages.ts';
import { numberTyped } from '#domain/wording/numbers.ts';

export type SettingsInput = RequestBody<'PUT /settings'>;

/** The bounds of the settings that are numbers (docs/spec/behaviour.md §1.4). */
export const NUMBER_BOUNDS = {
  max_active_bookings: { min: 1, max: MOST_ACTIVE_BOOKINGS },
  booking_days: { min: STRIP_MIN_DAYS, max: STRIP_MAX_DAYS },
  no_show_limit: { min: 0, max: NO_SHOW_LIMIT_MAX },
  generate_ahead_weeks: { min: 0, max: GENERATE_AHEAD_MAX_WEEKS },
  cancel_until_hours: { min: 0, max: RULE_MAX_HOURS },
  late_cancel_hours: { min: 0, max: RULE_MAX_HOURS },
  move_until_hours: { min: 0, max: RULE_MAX_HOURS },
  guest_retention_months: { min: 0, max: GUEST_RETENTION_MAX_MONTHS },
} as const;
export type NumberSetting = keyof typeof NUMBER_BOUNDS;

const LENGTHS = {
  salon_name: SALON_NAME_MAX_CHARACTERS,
  salon_headline: SALON_HEADLINE_MAX_CHARACTERS,
  salon_text: SALON_TEXT_MAX_CHARACTERS,
  salon_phone: PHONE_MAX_CHARACTERS,
  salon_address: SALON_TEXT_MAX_CHARACTERS,
  salon_hours: SALON_TEXT_MAX_CHARACTERS,
  salon_social_url: SALON_TEXT_MAX_CHARACTERS,
  message_confirmation: MESSAGE_MAX_CHARACTERS,
  message_reminder: MESSAGE_MAX_CHARACTERS,
  message_moved: MESSAGE_MAX_CHARACTERS,
  message_cancelled: MESSAGE_MAX_CHARACTERS,
  message_free_slot: MESSAGE_MAX_CHARACTERS,
} as const;
export type TextSetting = keyof typeof LENGTHS;

/** Empty is never. */
const CLOCK_OR_NONE = /^(([01]\d|2[0-3]):[0-5]\d)?$/;

const WEB_ADDRESS = /^(https?:\/\/[^\s/?#@]+\.[^\s/?#@]+([/?#]\S*)?)?$/;

export const isNumberSetting = (name: string): name is NumberSetting => name in NUMBER_BOUNDS;
const isTextSetting = (name: string): name is TextSetting => name in LENGTHS;

function numberError(name: NumberSetting, typed: string): string | undefined {
  const { min, max } = NUMBER_BOUNDS[name];
  const number = numberTyped(typed);
  if (number === null || !Number.isInteger(number)) return `Ceo broj od ${min} do ${max}.`;
  if (number < min) return `Najmanje ${min}.`;
  return number > max ? `Najviše ${max}.` : undefined;
}

function textError(name: TextSetting, typed: string): string | undefined {
  const text = typed.trim();
  if (charactersIn(text) > LENGTHS[name]) return `Najviše ${LENGTHS[name]} karaktera.`;
  if (name === 'salon_name' && text === '') return 'Unesite naziv salona.';
  if (name === 'salon_phone' && !PHONE_PATTERN.test(text))
    return 'Telefon može sadržati samo cifre, razmake i znakove + - / ( ).';
  if (name === 'salon_social_url' && !WEB_ADDRESS.test(text))
    return 'Unesite adresu koja počinje sa https://.';
  const unknown = name.startsWith('message_') ? unknownPlaceholder(text) : undefined;
  return unknown === undefined ? undefined : `Nepoznata oznaka ${unknown}.`;
}

/** What the server would refuse in what is typed, in its words, before it is sent. docs/spec/behaviour.md §1.4 */
export function settingError(name: string, typed: string): string | undefined {
  if (isNumberSetting(name)) return numberError(name, typed);
  if (name === 'owner_morning_at')
    return CLOCK_OR_NONE.test(typed.trim()) ? undefined : 'Unesite vreme kao 08:00.';
  return isTextSetting(name) ? textError(name, typed) : undefined;
}
