import type { absenceEndpoints } from '#contract/absences.ts';
import { HOME_ABSENCES_DAYS } from '#domain/limits.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { absencesAhead, addAbsence, conflictsOf, deleteAbsence, ownAbsences } from './absences.ts';

export const absenceRoutes: RoutesOf<typeof absenceEndpoints> = {
  'GET /annual/upcoming': (call) => absencesAhead(call, call.query.days ?? HOME_ABSENCES_DAYS),
  'GET /annual/mine': async (call) => {
    const absences = await ownAbsences(call);
    const ids = absences.map(({ id }) => id);
    return absences.map(await conflictsOf(call.db, call, ids));
  },
  'POST /annual': (call) => addAbsence(call, call.body),
  'DELETE /annual/{id}': (call) => deleteAbsence(call, call.params.id),
};
