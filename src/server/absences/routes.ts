import { HOME_ABSENCES_DAYS } from '#salon/limits.ts';
import type { RoutesOf } from '../platform/http/call.ts';
import { addAbsence } from './add.ts';
import { conflictsOf } from './conflicts.ts';
import { deleteAbsence } from './delete.ts';
import { absencesAhead, ownAbsences } from './queries.ts';

export const absenceRoutes: RoutesOf<
  'GET /annual/upcoming' | 'GET /annual/mine' | 'POST /annual' | 'DELETE /annual/{id}'
> = {
  'GET /annual/upcoming': (call) => absencesAhead(call, call.query.days ?? HOME_ABSENCES_DAYS),
  'GET /annual/mine': async (call) => {
    const absences = await ownAbsences(call);
    const ids = absences.map(({ id }) => id);
    return absences.map(await conflictsOf(call.db, call, ids));
  },
  'POST /annual': (call) => addAbsence(call, call.body),
  'DELETE /annual/{id}': (call) => deleteAbsence(call, call.params.id),
};
