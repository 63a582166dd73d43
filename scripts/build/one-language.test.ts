import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { withoutLanguages } from './one-language.ts';

const src = join(import.meta.dirname, '..', '..', 'src');
const written = (code: string) => withoutLanguages(code, 'web/page.tsx');

describe('a module for salons with one language', () => {
  test.each([
    ['a sentence', "<p>{t('Usluge')}</p>", "<p>{('Usluge')}</p>"],
    ['a constant', 'a = said(TITLE)', 'a = (TITLE)'],
    ['values', "a = t('Vidimo se {day}.', { day })", `a = \`Vidimo se \${day}.\``],
    ['a value twice', "a = t('{n}, {n}', { n: f(1) })", `a = \`\${f(1)}, \${f(1)}\``],
    ['marks of code', "a = t('`\\\\{n}$', { n })", `a = \`\\\`\\\\\${n}\\$\``],
    ['a sentence in another', "t('{a} din', { a: t('{b} h', { b }) })", `\`\${\`\${b} h\`} din\``],
    ['a choice', "t(isOn ? 'Da' : t('Ne'))", "(isOn ? 'Da' : ('Ne'))"],
    ['typed text', '<p>{typed(name)}</p>', '<p>{(name)}</p>'],
    ['the language', "tongue()?.dates.dot ?? '.'", "undefined?.dates.dot ?? '.'"],
    ['the page’s language', 'a = languageOfPage()', "a = 'sr-Latn'"],
    ['a part for other languages', '{hasOneLanguage() || <A />}', '{true || <A />}'],
  ])('%s', (_, code, without) => expect(written(code)).toBe(without));

  test.each([
    ["t(isOn ? 'Za {n}' : 'Od {n}', { n })", 'a choice of sentences with values'],
    ["t('Za {n}', values)", 'values that are not written out'],
    ["t('Za {n}', { m })", 'a value that is missing'],
    ["import { t } from './translate.ts';", 'an import'],
    ['export function t(sentence) {}', 'a declaration'],
    ["sentence('Imate nalog? {link}', { link })", 'elements in a sentence'],
    ['one.t(1)', 'a member'],
  ])('leaves %s', (code) => expect(written(code)).toBe(code));

  test('every module stays one that can be read', () => {
    const broken = globSync('{web,domain}/**/*.{ts,tsx}', { cwd: src }).filter((path) => {
      const code = withoutLanguages(readFileSync(join(src, path), 'utf8'), path);
      return parseSync(path, code).errors.length > 0;
    });
    expect(broken).toEqual([]);
  });
});
