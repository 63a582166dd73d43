import { expect, test } from 'vitest';
import { type ServiceId, toId } from '#domain/ids.ts';
import { BLANK, bodyOf, valuesOf, valuesRefusal } from './service-form.tsx';

test.each([
  [
    {
      name: ' Gel lak ',
      name_en: 'Gel polish',
      name_ru: '',
      price: '2.500',
      duration_minutes: '60',
      return_weeks: '3',
      cleanup_minutes: '15',
      short_words: 'gl, lak ,',
      group_name: 'Manikir',
      description: 'Traje tri nedelje.',
      is_addon: 'yes' as const,
      is_hidden: 'yes' as const,
    },
    {
      name: 'Gel lak',
      name_en: 'Gel polish',
      name_ru: '',
      price: 2500,
      duration_minutes: 60,
      return_weeks: 3,
      cleanup_minutes: 15,
      short_words: ['gl', 'lak'],
      group_name: 'Manikir',
      description: 'Traje tri nedelje.',
      is_addon: 1,
      is_offered: 0,
    },
  ],
  [
    { ...BLANK, name: 'Gel lak' },
    {
      name: 'Gel lak',
      name_en: '',
      name_ru: '',
      price: 0,
      duration_minutes: null,
      return_weeks: null,
      cleanup_minutes: 0,
      short_words: [],
      group_name: '',
      description: '',
      is_addon: 0,
      is_offered: 1,
    },
  ],
])('sends the form %j as %j', (values, body) => {
  expect(valuesRefusal(values)).toBeNull();
  expect(bodyOf(values)).toEqual(body);
});

test.each([
  [BLANK, ['name']],
  [
    { ...BLANK, name: 'A', price: 'sto', duration_minutes: '1.5', return_weeks: 'tri' },
    ['price', 'duration_minutes', 'return_weeks'],
  ],
])('rejects the form %j at the fields %j', (values, fields) => {
  expect(Object.keys(valuesRefusal(values)?.fields ?? {})).toEqual(fields);
});

test('the form for a service first shows the service’s current values', () => {
  const service = {
    id: toId<ServiceId>(1),
    name: 'Gel lak',
    name_en: 'Gel polish',
    name_ru: 'Гель-лак',
    price: 1234.5,
    duration_minutes: null,
    is_addon: 0 as const,
    return_weeks: 3,
    cleanup_minutes: 15,
    short_words: ['gl'],
    group_name: 'Manikir',
    description: 'Dug opis.',
    is_offered: 0 as const,
  };
  expect(valuesOf(service)).toEqual({
    ...BLANK,
    name: 'Gel lak',
    name_en: 'Gel polish',
    name_ru: 'Гель-лак',
    price: '1.234,50',
    return_weeks: '3',
    cleanup_minutes: '15',
    short_words: 'gl',
    group_name: 'Manikir',
    description: 'Dug opis.',
    is_hidden: 'yes',
  });
  const { id: _, ...rest } = service;
  expect(bodyOf(valuesOf(service))).toEqual(rest);
});
