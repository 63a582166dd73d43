import type { Db } from '../platform/db/schema.ts';
import type { AffectedUser } from '../platform/events/publish.ts';

/** A change can be undone for seconds, so the latest rows are all that may lie ahead. */
const LATEST_MS = 60_000;

/** Who gets notifications that are written and not visible yet, by the moment (epoch ms) from which they are. */
export async function upcomingNotifications(db: Db, nowMs: number): Promise<Map<number, Set<AffectedUser>>> {
  const ofAdmin = await db
    .selectFrom('admin_notifications')
    .select('visible_at')
    .where('created_at', '>', nowMs - LATEST_MS)
    .where('visible_at', '>', nowMs)
    .execute();
  const ofClients = await db
    .selectFrom('client_notifications')
    .select(['visible_at', 'user_id'])
    .where('created_at', '>', nowMs - LATEST_MS)
    .where('visible_at', '>', nowMs)
    .execute();
  const all = [...ofAdmin.map((row) => ({ ...row, user_id: 'ADMIN' as const })), ...ofClients];
  const byMoment = Map.groupBy(all, ({ visible_at }) => visible_at);
  return new Map([...byMoment].map(([atMs, rows]) => [atMs, new Set(rows.map(({ user_id }) => user_id))]));
}
