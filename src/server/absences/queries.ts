import type { Absence } from '#contract/absences.ts';
import { addDays, dateOf } from '#salon/salon-time.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import type { Context } from '../platform/http/call.ts';
import type { Caller } from '../platform/sessions/sessions.ts';

const NAMELESS_ADMIN = 'Admin';

const selectAbsences = (db: Db | Trx) =>
  db
    .selectFrom('absences')
    .leftJoin('users', 'users.id', 'absences.user_id')
    .select(({ fn, val }) => [
      'absences.id',
      'date_from',
      'date_to',
      'reason',
      fn.coalesce(fn<string | null>('nullif', ['users.name', val('')]), val(NAMELESS_ADMIN)).as('admin_name'),
    ]);

/** Those that touch a day from today to `days` days from now, soonest first. */
export const absencesAhead = ({ db, now }: Context, days: number): Promise<Absence[]> => {
  const today = dateOf(now.wall);
  return selectAbsences(db)
    .where('date_to', '>=', today)
    .where('date_from', '<=', addDays(today, days))
    .orderBy('date_from')
    .orderBy('absences.id')
    .execute();
};

/** Latest first. */
export const ownAbsences = ({ db, who }: Context<Caller>): Promise<Absence[]> =>
  selectAbsences(db)
    .where('absences.user_id', '=', who.id)
    .orderBy('date_from', 'desc')
    .orderBy('absences.id', 'desc')
    .execute();

export const absenceById = (db: Db | Trx, id: number): Promise<Absence> =>
  selectAbsences(db).where('absences.id', '=', id).executeTakeFirstOrThrow();
