import { afterEach, describe, expect, test } from 'vitest';
import { tongue as english } from './en/tongue.ts';
import { tongue as russian } from './ru/tongue.ts';
import { serviceName } from './service-name.ts';
import { tongue as cyrillic } from './sr-Cyrl/tongue.ts';
import { speakBy, type Tongue } from './translate.ts';

const GEL = { name: 'Gel lak', name_en: 'Gel polish', name_ru: 'Гель-лак' };

describe('the name of a service in the language of the reader', () => {
  afterEach(() => speakBy(() => undefined));

  test.each<[string, Tongue | undefined, string]>([
    ['Latin', undefined, 'Gel lak'],
    ['Cyrillic, which never changes what the owner typed', cyrillic, 'Gel lak'],
    ['English', english, 'Gel polish'],
    ['Russian', russian, 'Гель-лак'],
  ])('in %s', (_language, tongue, expected) => {
    speakBy(() => tongue);
    expect(serviceName(GEL)).toBe(expected);
  });

  test.each([english, russian])('is as typed without a translation', (tongue) => {
    speakBy(() => tongue);
    expect(serviceName({ name: 'Gel lak', name_en: null, name_ru: null })).toBe('Gel lak');
    expect(serviceName({ name: 'Gel lak' })).toBe('Gel lak');
  });
});
