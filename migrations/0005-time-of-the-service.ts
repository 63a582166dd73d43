import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * Bookings that span several slots, bookings moved by clients, and waitlist entries for a service.
 * docs/spec/behaviour.md §5.15, §5.20 and §5.21
 */
export const name = 'time of the service';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    // the times of the joined slots as JSON; null: one slot
    `alter table appointments add column joined_slots ${t.text};`,
    // when the client last moved it; null: never
    `alter table appointments add column moved_at ${t.ms};`,
    // the previous times, for MOVED only
    `alter table admin_notifications add column from_start ${t.wall('from_start')};`,
    `alter table admin_notifications add column from_end ${t.wall('from_end')};`,
    `alter table waitlist_entries add column service_id ${t.ref} references services (id) on delete set null;`,
  ];
}
