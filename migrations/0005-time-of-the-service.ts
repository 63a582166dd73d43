import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * A booking may take several slots, which it gives back as they were; clients move their bookings; who waits may wait for a
 * service. docs/spec/behaviour.md §5.15, §5.20 and §5.21
 */
export const name = 'time of the service';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    // the times of the slots that were joined, as JSON; null: it is one slot
    `alter table appointments add column joined_slots ${t.text};`,
    // when its client last moved it; null: never
    `alter table appointments add column moved_at ${t.ms};`,
    // from where it was moved: of MOVED only
    `alter table admin_notifications add column from_start ${t.wall('from_start')};`,
    `alter table admin_notifications add column from_end ${t.wall('from_end')};`,
    `alter table waitlist_entries add column service_id ${t.ref} references services (id) on delete set null;`,
  ];
}
