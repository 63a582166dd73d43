import { z } from 'zod';
import type { TemplateId } from '#domain/ids.ts';
import { GENERATE_MAX_WEEKS } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { clockTime, flag, idParams, noContent, templateId, wallDate, wallTime } from './schemas.ts';

/** docs/spec/product.md §3.3: one slot of the usual week. `weekday` 1 Monday to 6 Saturday. */
export const template = z.object({
  id: templateId,
  weekday: z.int(),
  time_start: clockTime,
  duration_minutes: z.int(),
  active: flag,
});
export type Template = z.infer<typeof template>;

const weekday = z
  .int()
  .min(1, 'Izaberite dan od ponedeljka do subote.')
  .max(6, 'Izaberite dan od ponedeljka do subote.');
const weekdays = z
  .array(weekday)
  .min(1, 'Izaberite bar jedan dan.')
  .max(6, 'Izaberite dane od ponedeljka do subote.');
const duration = z.int().max(1440);
const weeks = z
  .int()
  .min(1, 'Izaberite 1 do 4 nedelje.')
  .max(GENERATE_MAX_WEEKS, 'Izaberite 1 do 4 nedelje.');
const plan = z.strictObject({ from: wallDate, weeks });
export const range = z.object({ from: wallDate, to: wallDate });
export const plannedSlot = z.object({ start_datetime: wallTime, end_datetime: wallTime });
const invalid = ['slot_outside_hours', 'slot_not_on_step', 'slot_too_short', 'slot_across_days'] as const;

export const weekTemplateEndpoints = [
  endpoint({
    method: 'GET',
    path: '/templates',
    access: 'admin',
    summary: 'The week plan by weekday and time (docs/spec/product.md §7.3).',
    status: 200,
    response: z.array(template),
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/templates',
    access: 'admin',
    summary: 'Adds a template; one per weekday and time (docs/spec/behaviour.md §6.1).',
    body: z.strictObject({
      weekday,
      time_start: clockTime,
      duration_minutes: duration.optional(),
      active: flag.default(1),
    }),
    status: 201,
    response: template,
    errors: [...invalid, 'template_exists'],
  }),
  endpoint({
    method: 'POST',
    path: '/templates/many',
    access: 'admin',
    summary:
      'Adds the same time on several weekdays in one transaction; a day that has a template at that time is skipped (docs/spec/behaviour.md §6.1).',
    body: z.strictObject({ weekdays, time_start: clockTime, duration_minutes: duration.optional() }),
    status: 201,
    response: z.object({ created: z.int(), skipped: z.int() }),
    errors: [...invalid, 'template_exists'],
  }),
  endpoint({
    method: 'POST',
    path: '/templates/copy',
    access: 'admin',
    summary:
      'Copies the templates of one weekday to others; those that overlap a template there are skipped (docs/spec/behaviour.md §6.1).',
    body: z.strictObject({ from_weekday: weekday, to_weekdays: weekdays }),
    status: 200,
    response: z.object({ created: z.int(), skipped: z.int() }),
    errors: [],
  }),
  endpoint({
    method: 'PUT',
    path: '/templates/{id}',
    access: 'admin',
    summary: 'Edits a template or switches it on and off (docs/spec/behaviour.md §6.1).',
    params: idParams<TemplateId>(),
    body: z.strictObject({
      weekday: weekday.optional(),
      time_start: clockTime.optional(),
      duration_minutes: duration.optional(),
      active: flag.optional(),
    }),
    status: 200,
    response: template,
    errors: ['not_found', ...invalid, 'template_exists'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/templates/{id}',
    access: 'admin',
    summary: 'Deletes a template; slots made from it stay (docs/spec/behaviour.md §6.1).',
    params: idParams<TemplateId>(),
    status: 204,
    response: noContent,
    errors: ['not_found'],
  }),
  endpoint({
    method: 'POST',
    path: '/templates/preview-range',
    access: 'admin',
    summary: 'What generating would create and skip, and why; changes nothing (docs/spec/behaviour.md §6.2).',
    body: plan,
    status: 200,
    response: z.object({
      create: z.array(plannedSlot),
      skip: z.array(plannedSlot.extend({ reason: z.enum(['OVERLAP', 'ABSENCE', 'PASSED']) })),
      range,
    }),
    errors: ['slot_date_out_of_range'],
  }),
  endpoint({
    method: 'POST',
    path: '/templates/generate-range',
    access: 'admin',
    summary:
      'Creates the slots of 1-4 weeks in one transaction; repeated, it creates none twice (docs/spec/behaviour.md §6.2).',
    body: plan,
    status: 200,
    response: z.object({ created: z.int(), skipped: z.int(), range }),
    errors: ['slot_date_out_of_range'],
  }),
] as const;
