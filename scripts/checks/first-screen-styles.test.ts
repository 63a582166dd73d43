import { expect, test } from 'vitest';
import { classesOf, missingClasses } from './first-screen-styles.ts';

test('reads the class names of a stylesheet and removes CSS escapes', () => {
  const css =
    '.flex{display:flex}.md\\:grid-cols-\\[1fr_2fr\\]:hover,.a>.b\\.5{color:red}@media print{.print\\:hidden{display:none}}';
  expect([...classesOf(css)]).toEqual(['flex', 'md:grid-cols-[1fr_2fr]', 'a', 'b.5', 'print:hidden']);
});

test.each([
  ['a class of both sheets', 'className:"flex gap-2"', []],
  ['a class that only the sheet of all pages has', 'className:"flex gap-9"', ['gap-9']],
  ['a class in a template', 'className:`gap-9`', ['gap-9']],
  ['a part of a longer word', 'const a="gap-99 xgap-9"', []],
  ['a plain word, which may be no class', 'const a="visible"', []],
  ['a word of no sheet', 'const a="termin"', []],
])('finds the missing classes of a script with %s', (_, script, missing) => {
  expect(
    missingClasses(script, new Set(['flex', 'gap-2']), new Set(['flex', 'gap-2', 'gap-9', 'visible'])),
  ).toEqual(missing);
});
