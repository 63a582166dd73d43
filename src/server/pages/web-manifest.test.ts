import { expect, test } from 'vitest';
import { shortName, webManifest } from './web-manifest.ts';

test.each([
  ['Lunula', 'Lunula'],
  ['Salon Mila', 'Salon Mila'],
  ['Salon lepot', 'Salon lepot'],
  ['Salon lepota', 'Salon lepota'],
  ['Salon lepotan', 'Salon'],
  ['Kozmetičkistudio Ana', 'Kozmetičkistudio'],
  ['  Salon   Mila  i Ana', 'Salon Mila i'],
])('under its icon %s is called %s', (name, short) => expect(shortName(name)).toBe(short));

test('the owner’s shortcuts are her own, all the rest is the same app', () => {
  const [own, others] = (['owner', 'everybody'] as const).map((reader) =>
    JSON.parse(webManifest('Salon "Mila" </script>', reader)),
  );
  expect(own.shortcuts.map(({ name }: { name: string }) => name)).toEqual([
    'Kalendar',
    'Novi termin',
    'Moji termini',
  ]);
  expect(others.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['Zakaži', 'Moji termini']);
  expect({ ...own, shortcuts: null }).toEqual({ ...others, shortcuts: null });
  expect(own).toMatchObject({ id: '/', start_url: '/', scope: '/', name: 'Salon "Mila" </script>' });
});
