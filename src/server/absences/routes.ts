import type { absenceEndpoints } from '#contract/absences.ts';
import { HOME_ABSENCES_DAYS } from '#domain/limits.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { absencesAhead, addAbsence, conflictsOf, deleteAbsence, ownAbsences } from './absences.ts';

export const absenceRoutes: RoutesOf<typeof absenceEndpoints> = {
  'GET /annual/upcoming': (request) => absencesAhead(request, request.query.days ?? HOME_ABSENCES_DAYS),
  'GET /annual/mine': async (request) => {
    const absences = await ownAbsences(request, request.query);
    const ids = absences.map(({ id }) => id);
    return absences.map(await conflictsOf(request.db, request, ids));
  },
  'POST /annual': (request) => addAbsence(request, request.body),
  'DELETE /annual/{id}': (request) => deleteAbsence(request, request.params.id),
};
