import { afterEach, expect, test } from 'vitest';
import { tongue as english } from '../../language/en/tongue.ts';
import { tongue as russian } from '../../language/ru/tongue.ts';
import { tongue as cyrillic } from '../../language/sr-Cyrl/tongue.ts';
import { speakBy, type Tongue } from '../../language/translate.ts';
import { reasonText } from './reasons.ts';

afterEach(() => speakBy(() => undefined));

test.each<[string, Tongue | undefined, string]>([
  ['Bolest', undefined, 'Bolest'],
  ['Bolest', english, 'Illness'],
  ['Salon ne može da vas primi u tom terminu.', english, 'The salon cannot take you at that time.'],
  ['Salon nije potvrdio termin na vreme.', russian, 'Салон не подтвердил запись вовремя.'],
  ['Kapara nije uplaćena.', cyrillic, 'Капара није уплаћена.'],
  ['Jelena je bolesna', cyrillic, 'Jelena je bolesna'],
  ['bolest', english, 'bolest'],
])('%s', (reason, tongue, text) => {
  speakBy(() => tongue);
  expect(reasonText(reason)).toBe(text);
});
