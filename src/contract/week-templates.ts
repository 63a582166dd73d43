import { z } from 'zod';
import type { TemplateId } from '#domain/ids.ts';
import { GENERATE_MAX_WEEKS } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const every = z.union([z.literal(0), z.literal(1), z.literal(2)]);
export const template = s.component('Template', 'One slot of a usual week (docs/spec/product.md §3.3).', {
  id: s.templateId,
  weekday: z.int().describe('1 Monday to 6 Saturday.'),
  time_start: s.clockTime,
  duration_minutes: z.int(),
  active: s.flag,
  technician_id: s.technicianId,
  every: every.describe('0 every week, 1 weeks A, 2 weeks B (docs/spec/behaviour.md §26.6).'),
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
const NEEDED = 'Popunite ovo polje.';
const duration = z.int().max(1440);
const ofTechnician = s.technicianId.optional().describe("Default: the owner's technician.");
const weeks = z
  .int()
  .min(1, 'Izaberite 1 do 4 nedelje.')
  .max(GENERATE_MAX_WEEKS, 'Izaberite 1 do 4 nedelje.');
const plan = z.strictObject({
  from: s.wallDate,
  weeks,
  technician_id: s.technicianId.optional().describe('Default: all technicians.'),
});
const range = s.component('DayRange', 'Both days included.', { from: s.wallDate, to: s.wallDate });
const plannedSlot = s.component('PlannedSlot', 'A slot to be created.', {
  start_datetime: s.wallTime,
  end_datetime: s.wallTime,
});
const invalid = ['slot_outside_hours', 'slot_not_on_step', 'slot_too_short', 'slot_across_days'] as const;

export const weekTemplateEndpoints = [
  endpoint('listTemplates', 'GET /templates', 'planWeeks', {
    summary: 'The week plan by weekday and time (docs/spec/product.md §7.3).',
    query: z.object({ technician_id: s.technicianInQuery }),
    response: z.array(template),
  }),
  endpoint('addTemplate', 'POST /templates', 'planWeeks', {
    summary: 'Adds a template; one per weekday and time (docs/spec/behaviour.md §6.1).',
    body: z.strictObject({
      weekday,
      time_start: s.clockTime,
      duration_minutes: duration.optional(),
      active: s.flag.default(1),
      technician_id: ofTechnician,
      every: every.default(0),
    }),
    example: { weekday: 1, time_start: '09:00:00', duration_minutes: 120 },
    status: 201,
    response: template,
    errors: [...invalid, 'template_exists', 'unknown_technician'],
  }),
  endpoint('addTemplates', 'POST /templates/many', 'planWeeks', {
    summary:
      'Adds the same time on several weekdays in one transaction; a day that has a template at that time is skipped (docs/spec/behaviour.md §6.1).',
    body: z.strictObject({
      weekdays,
      time_start: s.clockTime,
      duration_minutes: duration.optional(),
      technician_id: ofTechnician,
      every: every.default(0),
    }),
    status: 201,
    response: z.object({ created: z.int(), skipped: z.int() }),
    errors: [...invalid, 'template_exists', 'unknown_technician'],
  }),
  endpoint('copyTemplates', 'POST /templates/copy', 'planWeeks', {
    summary:
      'Copies the templates of one weekday to others, or those of a technician to another; those that overlap a template there are skipped (docs/spec/behaviour.md §6.1 and §26.6).',
    body: z
      .strictObject({
        from_weekday: weekday.optional(),
        to_weekdays: weekdays.optional().describe('With two technicians both left out: the whole week.'),
        technician_id: s.technicianId.optional().describe('Default: the templates of all technicians.'),
        from_technician_id: s.technicianId.optional(),
        to_technician_id: s.technicianId.optional().describe('Only with `from_technician_id`.'),
      })
      .refine((copy) => (copy.from_technician_id === undefined) === (copy.to_technician_id === undefined), {
        error: NEEDED,
        path: ['to_technician_id'],
      })
      .refine((copy) => (copy.from_weekday === undefined) === (copy.to_weekdays === undefined), {
        error: NEEDED,
        path: ['to_weekdays'],
      })
      .refine((copy) => copy.from_weekday !== undefined || copy.to_technician_id !== undefined, {
        error: NEEDED,
        path: ['from_weekday'],
      }),
    response: z.object({ created: z.int(), skipped: z.int() }),
    errors: ['unknown_technician'],
  }),
  endpoint('updateTemplate', 'PUT /templates/{id}', 'planWeeks', {
    summary: 'Edits a template (docs/spec/behaviour.md §6.1).',
    params: s.idParams<TemplateId>(),
    body: z.strictObject({
      weekday: weekday.optional(),
      time_start: s.clockTime.optional(),
      duration_minutes: duration.optional(),
      active: s.flag.optional(),
      technician_id: s.technicianId.optional(),
      every: every.optional(),
    }),
    response: template,
    errors: [...invalid, 'template_exists', 'unknown_technician'],
  }),
  endpoint('deleteTemplate', 'DELETE /templates/{id}', 'planWeeks', {
    summary: 'Deletes a template; slots made from it stay (docs/spec/behaviour.md §6.1).',
    params: s.idParams<TemplateId>(),
  }),
  endpoint('previewSlots', 'POST /templates/preview-range', 'planWeeks', {
    summary: 'The slots that generating would create or skip; changes nothing (docs/spec/behaviour.md §6.2).',
    body: plan,
    response: z.object({
      create: z.array(plannedSlot),
      skip: z.array(plannedSlot.extend({ reason: z.enum(['OVERLAP', 'ABSENCE', 'PASSED']) })),
      range,
    }),
    errors: ['slot_date_out_of_range'],
  }),
  endpoint('generateSlots', 'POST /templates/generate-range', 'planWeeks', {
    summary:
      'Creates the slots of 1 to 4 weeks in one transaction; repeating creates no duplicates (docs/spec/behaviour.md §6.2).',
    body: plan,
    example: { from: '2026-11-23', weeks: 4 },
    response: z.object({ created: z.int(), skipped: z.int(), range }),
    errors: ['slot_date_out_of_range'],
  }),
] as const;
