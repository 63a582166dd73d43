import type { RequestBody } from '#contract/index.ts';
import { type SettingName, type SettingsWith, settingNamed, settingRefusal } from '#domain/settings.ts';
import { numberTyped } from '#domain/wording/numbers.ts';

export type SettingsInput = RequestBody<'PUT /settings'>;
export type NumberName = SettingsWith<{ kind: 'number' }>;

/** The value of a setting as its field has it; null for a text that is no number. */
export function typedValue(name: SettingName, typed: string): string | number | null {
  const { kind } = settingNamed(name);
  if (kind === 'flag') return Number(typed);
  return kind === 'number' ? numberTyped(typed) : typed.trim();
}

/** The refusal that the server would answer for the typed value. docs/spec/behaviour.md §1.4 */
export const settingError = (name: SettingName, typed: string): string | undefined =>
  settingRefusal(settingNamed(name), typedValue(name, typed));
