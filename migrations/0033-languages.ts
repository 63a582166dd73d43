import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** The language of each person, and the names of services in other languages. docs/spec/behaviour.md §33 */
export const name = 'languages';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  const addTo = (table: string, column: string) => `alter table ${table} add column ${column} ${t.text}`;
  const isLanguage = `check (language in ('sr-Latn', 'sr-Cyrl', 'en', 'ru'))`; // null: none was chosen
  return [
    ...['users', 'bookings', 'waitlist_entries'].map((table) => `${addTo(table, 'language')} ${isLanguage};`),
    ...['services', 'booking_lines'].flatMap((table) =>
      ['name_en', 'name_ru'].map((column) => `${addTo(table, column)};`),
    ),
    // stored changes know no language
    `delete from undo_steps;`,
  ];
}
