import type { noSmsEndpoint, peopleEndpoints } from '#contract/people.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { eraseGuest } from './erase.ts';
import { addByHand, editPerson, makeAccount, markPhone, phoneMarks, refuseSms } from './manage.ts';
import { mergePeople } from './merge.ts';
import { listPeople, personDetails } from './read.ts';

export const peopleRoutes: RoutesOf<typeof peopleEndpoints | readonly [typeof noSmsEndpoint]> = {
  'GET /people': (request) => listPeople(request, request.query),
  'GET /people/{id}': (request) => personDetails(request.db, request, request.params.id),
  'POST /people': (request) => addByHand(request, request.body),
  'PUT /people/{id}': (request) => editPerson(request, request.params.id, request.body),
  'GET /phone-marks': (request) => phoneMarks(request),
  'POST /guest-link/no-sms': (request) => refuseSms(request, request.body),
  'PUT /phone-marks': (request) => markPhone(request, request.body),
  'DELETE /people/{id}': (request) => eraseGuest(request, request.params.id),
  'POST /people/{id}/account': (request) => makeAccount(request, request.params.id, request.body),
  'POST /people/{id}/merge': (request) =>
    mergePeople(request, request.params.id, request.body.from_person_id),
};
