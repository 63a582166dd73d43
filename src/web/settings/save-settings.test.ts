import { expect, test } from 'vitest';
import { settings } from '#contract/settings.ts';
import { SETTING_NAMES, type SettingName, settingNamed } from '#domain/settings.ts';
import { settingError } from './save-settings.ts';

/** Returns the first error text that the server would return for the value. */
function serverError(name: string, value: unknown): string | undefined {
  const parsed = settings.partial().safeParse({ [name]: value });
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

test.each(
  SETTING_NAMES.flatMap((name) => {
    const setting = settingNamed(name);
    if (setting.kind !== 'number') return [];
    const values = [setting.min - 1, setting.min, setting.max, setting.max + 1];
    return values.filter((value) => value >= 0).map((value) => [name, value] as const);
  }),
)('%s = %i gets the same error as on the server', (name, value) => {
  expect(settingError(name, String(value))).toBe(serverError(name, value));
});

test.each(['', 'dva', '1,5', '-1'])('rejects “%s” as a number', (typed) => {
  expect(settingError('booking_days', typed)).toBe('Ceo broj od 7 do 60.');
});

test.each<[SettingName, string]>([
  ['owner_morning_at', ''],
  ['owner_morning_at', '08:00'],
  ['owner_morning_at', '24:00'],
  ['owner_morning_at', '8'],
  ['salon_name', ''],
  ['salon_name', '   '],
  ['salon_name', 'L'],
  ['salon_name', 'š'.repeat(60)],
  ['salon_name', 'š'.repeat(61)],
  ['salon_headline', '💅'.repeat(60)],
  ['salon_headline', '💅'.repeat(61)],
  ['salon_text', 'a'.repeat(200)],
  ['salon_text', 'a'.repeat(201)],
  ['salon_phone', ''],
  ['salon_phone', '021 555-330'],
  ['salon_phone', 'na vratima'],
  ['salon_phone', '1'.repeat(31)],
  ['salon_address', 'a'.repeat(201)],
  ['salon_hours', 'a'.repeat(200)],
  ['salon_social_url', ''],
  ['salon_social_url', 'https://instagram.com/lunula'],
  ['salon_social_url', 'instagram.com/lunula'],
  ['salon_social_url', 'https://instagram'],
  ['salon_social_url', 'javascript:alert(1)'],
  ['message_moved', 'Zdravo, {ime}'],
  ['message_moved', 'Zdravo, {imee}'],
  ['message_reminder', '{'],
  ['message_confirmation', 'a'.repeat(500)],
  ['message_confirmation', 'a'.repeat(501)],
  ['message_cancelled', ''],
])('%s = “%s” gets the same error as on the server', (name, typed) => {
  expect(settingError(name, typed)).toBe(serverError(name, typed));
});
