import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test } from 'vitest';
import { tongue as english } from '#domain/language/en/tongue.ts';
import { tongue as russian } from '#domain/language/ru/tongue.ts';
import { tongue as cyrillic } from '#domain/language/sr-Cyrl/tongue.ts';
import { speakBy } from '#domain/language/translate.ts';
import { sentence, typed } from '../ui/sentence.tsx';

afterEach(() => speakBy(() => undefined));

describe('sentence: places elements where the language wants them', () => {
  test.each([
    ['Serbian', undefined, '<b>1.000</b> din'],
    ['English', english, '<b>1.000</b> RSD'],
    ['Russian', russian, '<b>1.000</b> дин.'],
    ['Cyrillic', cyrillic, '<b>1.000</b> дин'],
  ])('in %s', (_, tongue, html) => {
    speakBy(() => tongue);
    const amount = createElement('b', null, '1.000');
    expect(renderToStaticMarkup(sentence('{amount} din', { amount }))).toBe(html);
  });
});

describe('typed: keeps what people typed, and marks it where the page is not in Serbian Latin', () => {
  test.each([
    ['Serbian', undefined, 'Radimo i vikendom.'],
    ['English', english, '<span lang="sr">Radimo i vikendom.</span>'],
    ['Cyrillic', cyrillic, '<span lang="sr">Radimo i vikendom.</span>'],
  ])('in %s', (_, tongue, html) => {
    speakBy(() => tongue);
    expect(renderToStaticMarkup(typed('Radimo i vikendom.'))).toBe(html);
  });

  test('only where its translation is not shown', () => {
    speakBy(() => english);
    expect(renderToStaticMarkup(typed('Gel lak', 'Gel polish'))).toBe('Gel polish');
    expect(renderToStaticMarkup(typed('Gel lak', 'Gel lak'))).toBe('<span lang="sr">Gel lak</span>');
  });
});
