import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** What the owner allows each technician: to see phones, to record payments, to take days off. docs/spec/behaviour.md §16.11 */
export const name = 'switches of technicians';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  const flag = (column: string, value: 0 | 1) =>
    `alter table technicians add column ${column} ${t.bool} not null default ${value} check (${column} in (0, 1));`;
  return [
    flag('sees_phones', 1),
    flag('can_charge', 0),
    flag('can_take_days_off', 1),
    `update technicians set sees_phones = 0
     where exists (select 1 from settings where name = 'technicians_see_phones' and value = '0');`,
  ];
}
