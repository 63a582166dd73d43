import { describe, expect, test } from 'vitest';
import { acceptedLanguage, LANGUAGES, languageToSend, pageLanguage } from './languages.ts';

describe('acceptedLanguage: the offered language with the highest weight', () => {
  test.each([
    ['sr', 'sr-Latn'],
    ['sr-RS', 'sr-Latn'],
    ['sr-Cyrl', 'sr-Cyrl'],
    ['sr-Cyrl-RS', 'sr-Cyrl'],
    ['hr-HR,hr;q=0.9,en;q=0.8', 'sr-Latn'],
    ['bs', 'sr-Latn'],
    ['sh', 'sr-Latn'],
    ['ru-RU,ru;q=0.9,en-US;q=0.8', 'ru'],
    ['en;q=0.4,ru;q=0.7', 'ru'],
    ['en;q=0.5,ru;q=0.5', 'en'],
    ['en;Q=0.4,ru;Q=0.7', 'ru'],
    ['de-DE,de;q=0.9,en;q=0.1', 'en'],
    ['de', 'en'],
    ['ru;q=0', 'sr-Latn'],
    ['*', 'sr-Latn'],
    ['de,*;q=0.5', 'sr-Latn'],
    ['', 'sr-Latn'],
    [undefined, 'sr-Latn'],
    ['ru;q=much', 'sr-Latn'],
    ['<script>', 'sr-Latn'],
    [';;;', 'sr-Latn'],
  ] as const)('%s with all four: %s', (header, language) =>
    expect(acceptedLanguage(header, LANGUAGES)).toBe(language),
  );

  test.each([
    ['ru,en;q=0.5', ['sr-Latn', 'en'], 'en'],
    ['de', ['sr-Latn', 'ru'], 'sr-Latn'],
    ['sr-Cyrl', ['sr-Latn', 'en'], 'en'],
    ['ru', ['sr-Latn'], 'sr-Latn'],
  ] as const)('%s among %s: %s', (header, offered, language) =>
    expect(acceptedLanguage(header, offered)).toBe(language),
  );
});

describe('pageLanguage: the URL, else the cookie, else the browser', () => {
  test.each([
    [{ parameter: 'ru', cookie: 'en', header: 'sr' }, 'ru'],
    [{ cookie: 'en', header: 'ru' }, 'en'],
    [{ parameter: 'xx', cookie: 'en' }, 'en'],
    [{ parameter: ['ru', 'en'], header: 'ru' }, 'ru'],
    [{ header: 'ru' }, 'ru'],
    [{}, 'sr-Latn'],
  ])('%o: %s', (asked, language) => expect(pageLanguage(asked, LANGUAGES)).toBe(language));

  test('a language that the salon does not offer is not chosen', () =>
    expect(pageLanguage({ parameter: 'ru', cookie: 'ru', header: 'ru' }, ['sr-Latn'])).toBe('sr-Latn'));
});

test('languageToSend: the stored one while it is offered', () => {
  expect(languageToSend('ru', LANGUAGES)).toBe('ru');
  expect(languageToSend('ru', ['sr-Latn', 'en'])).toBe('sr-Latn');
  expect(languageToSend(null, LANGUAGES)).toBe('sr-Latn');
});
