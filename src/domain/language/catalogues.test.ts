import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { inCyrillic } from './cyrillic.ts';
import { ENGLISH, type Sentence } from './en/catalogue.ts';
import { RUSSIAN } from './ru/catalogue.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The entries of each area, as its file has them. */
async function areasOf(language: 'en' | 'ru') {
  const names = readdirSync(here(language)).map((file) => file.replace('.ts', ''));
  const areas = names
    .filter((area) => !['catalogue', 'tongue'].includes(area))
    .map(async (area) => {
      const found: Record<string, Record<string, string>> = await import(`./${language}/${area}.ts`);
      return { area, entries: Object.assign({}, ...Object.values(found)) as Record<string, string> };
    });
  return Promise.all(areas);
}

const CATALOGUES: Readonly<Record<'en' | 'ru', Readonly<Record<string, string>>>> = {
  en: ENGLISH,
  ru: RUSSIAN,
};
const SENTENCES = Object.keys(ENGLISH) as Sentence[];

const isPlural = (sentence: string): boolean => /^[^.{}]+\|[^.{}]+\|[^.{}]+$/.test(sentence);
const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

/** The words of a text; without placeholders, addresses, and what stays in Latin letters in every language. */
const KEPT =
  /\{\w+\}|\(poziv na broj\)|https?:\/\/\S+|\S+@\S+|\b(Lunula|SMS|Viber|WhatsApp|Instagram|Facebook|TikTok|Google|Gmail|Apple|iPhone|iPad|iOS|Android|Safari|Chrome|Firefox|JavaScript|JSON|IPS|QR|NBS|PDF|CSV|RSD|EUR|GPS|URL|HTML|email|Email|pg_dump|h)\b/g;
const wordsOf = (text: string): string[] => text.replace(KEPT, ' ').match(/\p{L}+/gu) ?? [];

/** Sentences that are the same in English. */
const SAME_IN_ENGLISH: readonly string[] = ['{minutes} min', '{hours} h', 'Link', 'Status'];

/** The wrong entries, each as 'sentence → translation'. */
const failing = (language: 'en' | 'ru', isWrong: (text: string, sentence: string) => boolean) =>
  SENTENCES.map((sentence) => ({ sentence, text: CATALOGUES[language][sentence] ?? '' }))
    .filter(({ sentence, text }) => isWrong(text, sentence))
    .map(({ sentence, text }) => `${sentence} → ${text}`);

describe.each(['en', 'ru'] as const)('the catalogue of %s', (language) => {
  test('has each sentence in one area', async () => {
    const areas = await areasOf(language);
    const all = areas.flatMap(({ area, entries }) =>
      Object.entries(entries).map(([sentence, text]) => ({ sentence, found: `${area}: ${text}` })),
    );
    const doubled = [...Map.groupBy(all, ({ sentence }) => sentence)].filter(([, found]) => found.length > 1);
    expect(doubled.map(([sentence, found]) => [sentence, ...found.map((one) => one.found)])).toEqual([]);
    expect(all.length).toBe(SENTENCES.length);
  });

  test('has the placeholders of each sentence in its translation', () =>
    expect(
      failing(language, (text, sentence) => placeholdersOf(text).join() !== placeholdersOf(sentence).join()),
    ).toEqual([]));

  test('has as many forms of a counted word as the language', () => {
    const forms = language === 'en' ? 2 : 3;
    expect(
      failing(language, (text, sentence) => text.split('|').length !== (isPlural(sentence) ? forms : 1)),
    ).toEqual([]);
  });

  test('translates every sentence that has words, without spaces around it', () => {
    const isSame = (text: string, sentence: string) =>
      text === sentence && wordsOf(text).length > 0 && !SAME_IN_ENGLISH.includes(sentence);
    expect(
      failing(language, (text, sentence) => isSame(text, sentence) || text.trim() !== text || text === ''),
    ).toEqual([]);
  });
});

test('English has no Serbian or Cyrillic letters', () =>
  expect(failing('en', (text) => /[čćšđž]|\p{Script=Cyrillic}/iu.test(text))).toEqual([]));

test('Russian has no Latin letters but names and codes', () =>
  expect(failing('ru', (text) => wordsOf(text).some((word) => /\p{Script=Latin}/u.test(word)))).toEqual([]));

test('Cyrillic has no Latin letters but names and codes', () => {
  const left = SENTENCES.map(inCyrillic).filter((text) =>
    wordsOf(text).some((word) => /\p{Script=Latin}/u.test(word)),
  );
  expect(left).toEqual([]);
});

test('every sentence is used', () => {
  const root = here('../../../');
  const files = globSync('{src,scripts}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|domain\/language\/(en|ru)\//.test(file),
  );
  const source = files.map((file) => readFileSync(root + file, 'utf8')).join('\n');
  const quoted = (text: string): string[] =>
    ["'", '"', '`'].map((mark) => mark + text.replaceAll(mark, `\\${mark}`) + mark);
  expect(SENTENCES.filter((sentence) => !quoted(sentence).some((one) => source.includes(one)))).toEqual([]);
});
