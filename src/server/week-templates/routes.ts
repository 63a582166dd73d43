import type { weekTemplateEndpoints } from '#contract/week-templates.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import {
  addTemplate,
  deleteTemplate,
  editTemplate,
  generateWeeks,
  previewWeeks,
  weekOfTemplates,
} from './week-templates.ts';

export const templateRoutes: RoutesOf<typeof weekTemplateEndpoints> = {
  'GET /templates': ({ db }) => weekOfTemplates(db),
  'POST /templates': (call) => addTemplate(call, call.body),
  'PUT /templates/{id}': (call) => editTemplate(call, call.params.id, call.body),
  'DELETE /templates/{id}': (call) => deleteTemplate(call, call.params.id),
  'POST /templates/preview-range': (call) => previewWeeks(call, call.body),
  'POST /templates/generate-range': (call) => generateWeeks(call, call.body),
};
