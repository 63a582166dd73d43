import type { absenceEndpoints } from '#contract/absences.ts';
import { HOME_ABSENCES_DAYS } from '#domain/limits.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { absencesAhead, addAbsence, deleteAbsence, ownAbsences, previewAbsence } from './absences.ts';

export const absenceRoutes: RoutesOf<typeof absenceEndpoints> = {
  'GET /annual/upcoming': (request) => absencesAhead(request, request.query.days ?? HOME_ABSENCES_DAYS),
  'GET /annual/mine': (request) => ownAbsences(request, request.query),
  'POST /annual/preview': (request) => previewAbsence(request, request.body),
  'POST /annual': (request) => addAbsence(request, request.body),
  'DELETE /annual/{id}': (request) => deleteAbsence(request, request.params.id),
};
