import type { RoutesOf } from '../platform/http/request.ts';
import {
  addTemplate,
  deleteTemplate,
  editTemplate,
  generateWeeks,
  previewWeeks,
  weekOfTemplates,
} from './week-templates.ts';

export const templateRoutes: RoutesOf<
  | 'GET /templates'
  | 'POST /templates'
  | 'PUT /templates/{id}'
  | 'DELETE /templates/{id}'
  | 'POST /templates/preview-range'
  | 'POST /templates/generate-range'
> = {
  'GET /templates': ({ db }) => weekOfTemplates(db),
  'POST /templates': (request) => addTemplate(request, request.body),
  'PUT /templates/{id}': (request) => editTemplate(request, request.params.id, request.body),
  'DELETE /templates/{id}': (request) => deleteTemplate(request, request.params.id),
  'POST /templates/preview-range': (request) => previewWeeks(request, request.body),
  'POST /templates/generate-range': (request) => generateWeeks(request, request.body),
};
