import { useQueryClient } from '@tanstack/react-query';
import type { RequestBody } from '#contract/index.ts';
import { settingsQueries } from '../lib/admin-queries.ts';
import { request } from '../lib/api.ts';
import { salonQueries } from '../lib/queries.ts';
import { type Parsed, useParsedForm } from '../lib/submit-form.ts';

export type SettingsInput = RequestBody<'PUT /settings'>;

/** Only what differs travels: a first value from the environment stays one until it is changed. */
const changed = (input: SettingsInput, saved: SettingsInput): SettingsInput =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => saved[name as keyof SettingsInput] !== value),
  );

/** The form of one section of the settings: `valuesOf` what is saved, and back by `parse`. */
export function useSettingsForm<V extends Readonly<Record<string, string>>>(
  saved: SettingsInput,
  { valuesOf, parse }: { valuesOf: (saved: SettingsInput) => V; parse: (values: V) => Parsed<SettingsInput> },
) {
  const queries = useQueryClient();
  return useParsedForm({
    start: valuesOf(saved),
    parse,
    send: (input) => request('PUT /settings', { body: changed(input, saved) }),
    fallback: 'Greška pri čuvanju podešavanja.',
    done: 'Podešavanja su sačuvana.',
    onDone: (settings, _sent, form) => {
      queries.setQueryData(settingsQueries.all().queryKey, settings);
      void queries.invalidateQueries({ queryKey: salonQueries.salon().queryKey });
      form.reset(valuesOf(settings));
    },
  });
}
