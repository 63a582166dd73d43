import type { ReceivedBody } from '#contract/index.ts';
import type { Template } from '#contract/templates.ts';
import { DEFAULT_SLOT_MINUTES } from '#salon/limits.ts';
import { templateRefusal } from '#salon/slots/week-plan.ts';
import type { Context } from '../platform/http/call.ts';
import { refuseIf } from '../platform/refuse.ts';
import { refuseClash } from '../platform/refuse-clash.ts';
import { COLUMNS } from './queries.ts';

/** Adds a slot of the usual week; one per weekday and time. spec.md §5 */
export async function addTemplate(
  { db }: Context,
  given: ReceivedBody<'POST /templates'>,
): Promise<Template> {
  const template = { ...given, duration_minutes: given.duration_minutes ?? DEFAULT_SLOT_MINUTES };
  refuseIf(templateRefusal(template));
  return refuseClash(
    db.insertInto('templates').values(template).returning(COLUMNS).executeTakeFirstOrThrow(),
    { unique: 'template_exists' },
  );
}
