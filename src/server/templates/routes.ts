import type { RoutesOf } from '../platform/http/call.ts';
import { addTemplate } from './add.ts';
import { deleteTemplate } from './delete.ts';
import { editTemplate } from './edit.ts';
import { generateWeeks } from './generate.ts';
import { previewWeeks } from './preview.ts';
import { weekOfTemplates } from './queries.ts';

export const templateRoutes: RoutesOf<
  | 'GET /templates'
  | 'POST /templates'
  | 'PUT /templates/{id}'
  | 'DELETE /templates/{id}'
  | 'POST /templates/preview-range'
  | 'POST /templates/generate-range'
> = {
  'GET /templates': ({ db }) => weekOfTemplates(db),
  'POST /templates': (call) => addTemplate(call, call.body),
  'PUT /templates/{id}': (call) => editTemplate(call, call.params.id, call.body),
  'DELETE /templates/{id}': (call) => deleteTemplate(call, call.params.id),
  'POST /templates/preview-range': (call) => previewWeeks(call, call.body),
  'POST /templates/generate-range': (call) => generateWeeks(call, call.body),
};
