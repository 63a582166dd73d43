import type { weekTemplateEndpoints } from '#contract/week-templates.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { generateWeeks, previewWeeks } from './generate.ts';
import { weekOfTemplates } from './queries.ts';
import { addTemplate, addTemplates, copyDay, deleteTemplate, editTemplate } from './week-templates.ts';

export const templateRoutes: RoutesOf<typeof weekTemplateEndpoints> = {
  'GET /templates': ({ db }) => weekOfTemplates(db),
  'POST /templates': (request) => addTemplate(request, request.body),
  'POST /templates/many': (request) => addTemplates(request, request.body),
  'POST /templates/copy': (request) => copyDay(request, request.body),
  'PUT /templates/{id}': (request) => editTemplate(request, request.params.id, request.body),
  'DELETE /templates/{id}': (request) => deleteTemplate(request, request.params.id),
  'POST /templates/preview-range': (request) => previewWeeks(request, request.body),
  'POST /templates/generate-range': (request) => generateWeeks(request, request.body),
};
