import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestBody } from '#contract/index.ts';
import { settingRefusal } from '#domain/setting-rules.ts';
import {
  SETTING_NAMES,
  type SettingName,
  type SettingsWith,
  settingNamed,
  settingsObject,
} from '#domain/settings.ts';
import { numberTyped } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { type Parsed, useParsedForm } from '../lib/forms/submit-form.ts';
import { FIRST_STEPS_KEY, settingsQuery } from '../lib/queries/admin-queries.ts';
import { salonQuery } from '../lib/queries/queries.ts';
import { useInvalidate } from '../lib/queries/query-client.ts';
import type { FieldState } from '../ui/use-form.ts';

export type SettingsInput = RequestBody<'PUT /settings'>;
export type NumberName = SettingsWith<{ kind: 'number' }>;

/** The value of a setting from its typed text; null if it must be a number and the text is not one. */
function typedValue(name: SettingName, typed: string): string | number | readonly string[] | null {
  const { kind } = settingNamed(name);
  if (kind === 'flag') return Number(typed);
  if (kind === 'list') return typed.split(',');
  return kind === 'number' ? numberTyped(typed) : typed.trim();
}

/** The error text that the server would return for the typed value. docs/spec/behaviour.md §1.4 */
export const settingError = (name: SettingName, typed: string): string | undefined =>
  settingRefusal(settingNamed(name), typedValue(name, typed));

type Values = Readonly<Record<SettingName, string>>;

/** The typed values; a list is joined by commas. */
const valuesOf = (saved: SettingsInput) =>
  settingsObject<Values>(SETTING_NAMES, (name) => String(saved[name] ?? ''));

/** Returns only the changed settings, so that saving does not overwrite changes from another device. */
function changesIn(values: Values, start: Values): Parsed<SettingsInput> {
  const changed = SETTING_NAMES.filter((name) => values[name] !== start[name]);
  const found = changed.map((name) => [name, settingError(name, values[name])]);
  const fields = Object.fromEntries(found.filter(([, error]) => error !== undefined));
  if (Object.keys(fields).length > 0) return { ok: false, errors: { text: null, fields } };
  return {
    ok: true,
    input: Object.fromEntries(changed.map((name) => [name, typedValue(name, values[name])])),
  };
}

/** The form of a section of the settings. Its values contain all settings, not only those of the section. */
export function useSettingsForm(saved: SettingsInput) {
  const queries = useQueryClient();
  const invalidate = useInvalidate(salonQuery.queryKey, FIRST_STEPS_KEY);
  const [start, setStart] = useState(valuesOf(saved));
  const form = useParsedForm({
    start,
    parse: (values) => changesIn(values, start),
    send: (input) => request('PUT /settings', { body: input }),
    fallback: 'Greška pri čuvanju podešavanja.',
    done: 'Podaci uspešno sačuvani.',
    onDone: (settings, _sent, { reset }) => {
      queries.setQueryData(settingsQuery().queryKey, settings);
      invalidate();
      setStart(valuesOf(settings));
      reset(valuesOf(settings));
    },
  });
  /** The props of one field. Unlike fields of other forms, it shows errors while the user types. */
  const field = (name: SettingName): FieldState<string> => {
    const state = form.field(name);
    const isChanged = state.value !== start[name];
    return { ...state, error: state.error ?? (isChanged ? settingError(name, state.value) : undefined) };
  };
  return { ...form, field };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
