import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { withCyrillicTexts } from './cyrillic-texts.ts';

const src = join(import.meta.dirname, '..', '..', 'src');
const written = (code: string) => withCyrillicTexts(code, 'web/page.tsx');

describe('the texts of a module in Cyrillic', () => {
  test.each([
    ['text between tags', '<p>Otkaži termin</p>', '<p>Откажи термин</p>'],
    ['a typed value beside it', '<p>Otkazano: {name}</p>', '<p>Отказано: {name}</p>'],
    ['an entity', '<p>Termin&nbsp;je</p>', '<p>Термин&nbsp;је</p>'],
    ['an attribute', '<A label="Dan" id="Dan" />', '<A label={"Дан"} id="Dan" />'],
    ['a constant', "const A = 'Bez usluge';", 'const A = "Без услуге";'],
    ['a text of parts', `a = \`Kasnim \${n} min\``, `a = \`Касним \${n} мин\``],
    ['a part alone', `a = \`\${n} din\``, `a = \`\${n} дин\``],
    ['a part in a part', `a = \`Od \${b ? 'danas' : c}\``, `a = \`Од \${b ? "данас" : c}\``],
    ['marks of code', "a = 'Prazno\\n„“'", 'a = "Празно\\n„“"'],
    ['a brand', "a = 'Viber poruka'", 'a = "Viber порука"'],
    ['a format', "a = 'dd/mm/gggg'", 'a = "дд/мм/гггг"'],
  ])('%s', (_, code, cyrillic) => expect(written(code)).toBe(cyrillic));

  test.each([
    ["t('Otkazano: {name}', { name })", 'a sentence of the catalogue'],
    ["const A = 'Bolest' satisfies Sentence;", 'a constant that `t` translates'],
    ["const A: CountedWord = 'dan|dana|dana';", 'a word with its forms'],
    ['<p className="flex grid" />', 'classes'],
    ['<code>npm run admin:password</code>', 'a command'],
    [`a = \`translate(\${x}px, 0)\``, 'styles'],
    ["key === 'Enter' || key === 'ArrowUp'", 'keys'],
    ["request('GET /salon', { body: { reason: 'Bolest je' } })", 'what is sent'],
    ["import { A } from './Dan.tsx';", 'an import'],
    ["const A = { 'Dan': 1 };", 'the name of a member'],
    ["type A = 'Dan';", 'a type'],
    ["matchMedia('(pointer: coarse)')", 'a query of the screen'],
  ])('leaves %s', (code) => expect(written(code)).toBe(code));

  test('leaves modules whose texts are stored or said to clients', () => {
    const code = "export const REASON = 'Kapara nije uplaćena.';";
    expect(withCyrillicTexts(code, 'domain/wording/told/reasons.ts')).toBe(code);
  });

  test('every module stays one that can be read', () => {
    const broken = globSync('{web,domain}/**/*.{ts,tsx}', { cwd: src }).filter((path) => {
      const code = withCyrillicTexts(readFileSync(join(src, path), 'utf8'), path);
      return parseSync(path, code).errors.length > 0;
    });
    expect(broken).toEqual([]);
  });
});
