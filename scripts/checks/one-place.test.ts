// Limits how many files have to change for a new setting or column (docs/how-to/add-a-setting.md,
// docs/how-to/add-a-column.md).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTING_NAMES, type SettingName } from '../../src/domain/settings.ts';

const root = join(import.meta.dirname, '..', '..');
const SOURCES = ['src/**/*.{ts,tsx}', 'migrations/**/*.ts', 'scripts/{api-docs.ts,{build,checks}/**/*.ts}'];
/** Removes the request examples of endpoints from the text: an example may contain any setting. */
const withoutExamples = (text: string): string => text.replace(/^ *example: .*$/gm, '');
const sources = globSync(SOURCES, { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: withoutExamples(readFileSync(join(root, path), 'utf8')) }));

const placesOf = (name: string): string[] =>
  sources.flatMap(({ path, text }) => (new RegExp(`\\b${name}\\b`).test(text) ? [path] : [])).sort();

/** Matches files that treat all settings alike and therefore must not name individual settings. */
const SHARED =
  /^src\/(contract\/settings|server\/(platform\/config|settings\/settings\.)|web\/settings\/(save|setting)-)|^scripts\/(?!build\/)/;

/** Every request asks which languages the salon offers, so the file of the settings keeps them. */
const KEPT = { name: 'languages', path: 'src/server/settings/settings.ts' };

test.each(SETTING_NAMES)('files that treat all settings alike do not name the setting %s', (name) => {
  const places = placesOf(name);
  expect(places).toContain('src/domain/settings.ts');
  const shared = places.filter((path) => SHARED.test(path));
  expect(shared.filter((path) => !(name === KEPT.name && path === KEPT.path))).toEqual([]);
});

const SETTINGS_TABLE = 'src/domain/settings.ts';
/** Settings whose names occur only in the table of settings, in one rule and in one screen. */
const SIMPLE: readonly [name: SettingName, rule: string, screen: string][] = [
  ['no_show_limit', 'src/server/appointments/booking-limits.ts', 'src/web/settings/section-content.tsx'],
  ['owner_morning_at', 'src/server/push/push.ts', 'src/web/settings/section-content.tsx'],
];

test.each(SIMPLE)(
  'the setting %s appears only in the table, its rule and its screen',
  (name, rule, screen) => {
    expect(placesOf(name)).toEqual([SETTINGS_TABLE, rule, screen]);
  },
);

test.each([
  ['mail_on', /^src\/server\/(mail|reached)\//],
  ['push_on', /^src\/(server\/(push|reached)|web\/accounts\/profile-page)/],
])('except for the files of its rules, at most five files name the column %s', (column, rules) => {
  const places = placesOf(column).filter((path) => !rules.test(path));
  expect(places.filter((path) => path.startsWith('src/server/'))).toEqual([
    'src/server/platform/db/users.ts',
  ]);
  expect(places.length).toBeLessThanOrEqual(5);
});
