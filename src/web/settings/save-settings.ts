import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingName } from '#domain/settings.ts';
import { request } from '../lib/api.ts';
import { type Parsed, type SubmitForm, useParsedForm } from '../lib/forms/submit-form.ts';
import { settingsQueries } from '../lib/queries/admin-queries.ts';
import { salonQueries } from '../lib/queries/queries.ts';
import type { FieldState } from '../ui/use-form.ts';
import { type SettingsInput, settingError, typedValue } from './setting-errors.ts';

type Values<Name extends SettingName> = Readonly<Record<Name, string>>;

const textOf = (value: string | number | undefined): string => String(value ?? '');

const valuesOf = <Name extends SettingName>(saved: SettingsInput, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textOf(saved[name])])) as Values<Name>;

/** Only what was changed travels: what another device has saved meanwhile stays, and so does a first value beyond the bounds. */
function changesIn<Name extends SettingName>(
  values: Values<Name>,
  names: readonly Name[],
  start: SettingsInput,
): Parsed<SettingsInput> {
  const changed = names.filter((name) => values[name] !== textOf(start[name]));
  const found = changed.map((name) => [name, settingError(name, values[name])]);
  const fields = Object.fromEntries(found.filter(([, error]) => error !== undefined));
  if (Object.keys(fields).length > 0) return { ok: false, errors: { text: null, fields } };
  return {
    ok: true,
    input: Object.fromEntries(changed.map((name) => [name, typedValue(name, values[name])])),
  };
}

interface SettingsFormState<Name extends SettingName> extends SubmitForm<Values<Name>> {
  /** As of any form; what the server would refuse is said while it is typed. */
  field: <K extends Name>(name: K) => FieldState<string>;
}

/** The form of one section of the settings, which sends what was changed in it. */
export function useSettingsForm<Name extends SettingName>(
  saved: SettingsInput,
  names: readonly Name[],
): SettingsFormState<Name> {
  const queries = useQueryClient();
  const [start, setStart] = useState(saved);
  const form = useParsedForm({
    start: valuesOf(saved, names),
    parse: (values) => changesIn(values, names, start),
    send: (input) => request('PUT /settings', { body: input }),
    fallback: 'Greška pri čuvanju podešavanja.',
    done: 'Podaci uspešno sačuvani.',
    onDone: (settings, _sent, sentForm) => {
      queries.setQueryData(settingsQueries.all().queryKey, settings);
      void queries.invalidateQueries({ queryKey: salonQueries.salon().queryKey });
      setStart(settings);
      sentForm.reset(valuesOf(settings, names));
    },
  });
  const field = <K extends Name>(name: K): FieldState<string> => {
    const state = form.field(name);
    const isChanged = state.value !== textOf(start[name]);
    return { ...state, error: state.error ?? (isChanged ? settingError(name, state.value) : undefined) };
  };
  return { ...form, field };
}
