import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ErrorCode, errors } from '#contract/errors.ts';
import * as s from '#contract/schemas.ts';
import { LANGUAGES, type Language } from '#domain/language/languages.ts';
import { AppError, errorResponse } from '../errors.ts';
import { inLanguage } from '../language.ts';
import { validated } from './validation.ts';

const BODY = z.strictObject({
  name: s.requiredName,
  phone: s.phone,
  day: s.wallDate,
  note: s.line(3),
  n: z.int().max(5),
});
const SENT = { name: '', phone: 'abc', day: '2026-13-01', note: 'long', n: 7, more: 1 };

function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error instanceof AppError ? errorResponse(error) : error;
  }
}

describe('a refusal is written in the language of its request', () => {
  test.each<[Language, unknown]>([
    [
      'sr-Latn',
      {
        error: 'Proverite unete podatke.',
        code: 'bad_input',
        fields: {
          name: 'Unesite ime.',
          phone: 'Telefon može sadržati samo cifre, razmake i znakove + - / ( ).',
          day: 'Datum nije ispravan.',
          note: 'Najviše 3 karaktera.',
          n: 'Najveća vrednost je 5.',
          more: 'Nepoznato polje.',
        },
      },
    ],
    [
      'sr-Cyrl',
      {
        error: 'Проверите унете податке.',
        code: 'bad_input',
        fields: {
          name: 'Унесите име.',
          phone: 'Телефон може садржати само цифре, размаке и знакове + - / ( ).',
          day: 'Датум није исправан.',
          note: 'Највише 3 карактера.',
          n: 'Највећа вредност је 5.',
          more: 'Непознато поље.',
        },
      },
    ],
    [
      'en',
      {
        error: 'Please check what you entered.',
        code: 'bad_input',
        fields: {
          name: 'Enter your name.',
          phone: 'A phone number can only have digits, spaces and the signs + - / ( ).',
          day: 'The date is not valid.',
          note: 'At most 3 characters.',
          n: 'The largest value is 5.',
          more: 'Unknown field.',
        },
      },
    ],
    [
      'ru',
      {
        error: 'Проверьте введённые данные.',
        code: 'bad_input',
        fields: {
          name: 'Введите имя.',
          phone: 'В номере могут быть только цифры, пробелы и знаки + - / ( ).',
          day: 'Неправильная дата.',
          note: 'Не больше 3 символов.',
          n: 'Наибольшее значение — 5.',
          more: 'Неизвестное поле.',
        },
      },
    ],
  ])('the checks of a body in %s', (language, refusal) =>
    expect(inLanguage(language, () => refusalOf(() => validated(BODY, SENT)))).toEqual(refusal),
  );

  test.each<[Language, string]>([
    ['sr-Latn', 'Možete imati najviše 2 aktivna zakazana termina.'],
    ['sr-Cyrl', 'Можете имати највише 2 активна заказана термина.'],
    ['en', 'You can have at most 2 upcoming appointments.'],
    ['ru', 'У вас может быть не больше 2 предстоящих записей.'],
  ])('a number with its word in %s', (language, text) =>
    expect(inLanguage(language, () => new AppError('booking_limit', { n: 2 }).message)).toBe(text),
  );

  test.each(Object.keys(errors) as ErrorCode[])(
    '%s differs in each language and names its number',
    (code) => {
      const texts = LANGUAGES.map((language) =>
        inLanguage(language, () => new AppError(code, { n: 12 }).message),
      );
      expect(new Set(texts).size).toBe(LANGUAGES.length);
      expect(texts.join()).not.toMatch(/[{}]/);
      const hasNumber = errors[code].text.includes('{n}');
      if (hasNumber) expect(texts.every((text) => text.includes('12'))).toBe(true);
    },
  );
});
