import type { CallBody } from '#contract/index.ts';
import type { Service } from '#contract/services.ts';
import { formatNumber, numberTyped } from '#domain/wording/numbers.ts';
import type { FormRefusal } from '../lib/errors.ts';

/** What stands in a service's fields; '' is nothing. Their names are those of the wire, so the server's faults find them. */
export type ServiceValues = { name: string; price: string; duration_minutes: string };

export const BLANK: ServiceValues = { name: '', price: '', duration_minutes: '' };

export const valuesOf = ({ name, price, duration_minutes }: Service): ServiceValues => ({
  name,
  price: price === 0 ? '' : formatNumber(price),
  duration_minutes: duration_minutes === null ? '' : String(duration_minutes),
});

const isBlank = (text: string): boolean => text.trim() === '';

/** An empty price is 0 and an empty length none (spec.md §5); null where something else than a number was typed. */
export const priceIn = ({ price }: ServiceValues): number | null => (isBlank(price) ? 0 : numberTyped(price));

/** Minutes, null for none; undefined where something else than a number was typed. */
export function minutesIn({ duration_minutes }: ServiceValues): number | null | undefined {
  if (isBlank(duration_minutes)) return null;
  const minutes = numberTyped(duration_minutes);
  return minutes !== null && Number.isInteger(minutes) ? minutes : undefined;
}

/** Why these values can't travel; the server judges the rest. */
export function valuesRefusal(values: ServiceValues): FormRefusal | null {
  const fields: Record<string, string> = {};
  if (isBlank(values.name)) fields.name = 'Unesite naziv usluge.';
  if (priceIn(values) === null) fields.price = 'Cena je broj, na primer 2.500.';
  if (minutesIn(values) === undefined) fields.duration_minutes = 'Trajanje je ceo broj minuta.';
  return Object.keys(fields).length > 0 ? { text: null, fields } : null;
}

/** What travels. Only of values that `valuesRefusal` lets through. */
export const bodyOf = (values: ServiceValues): CallBody<'POST /services'> => ({
  name: values.name.trim(),
  price: priceIn(values) ?? 0,
  duration_minutes: minutesIn(values) ?? null,
});
