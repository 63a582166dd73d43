import type { CallAnswer, ReceivedBody } from '#contract/index.ts';
import { dateOf } from '#salon/salon-time.ts';
import { lastPlannedDay, planRefusal, planWeeks } from '#salon/slots/week-plan.ts';
import type { Context } from '../platform/http/call.ts';
import { refuseIf } from '../platform/refuse.ts';
import { weekPlanFor } from './queries.ts';

/** What generating would make and skip, and why; changes nothing. */
export async function previewWeeks(
  { db, now }: Context,
  asked: ReceivedBody<'POST /templates/preview-range'>,
): Promise<CallAnswer<'POST /templates/preview-range'>> {
  refuseIf(planRefusal(asked, dateOf(now.wall)));
  const plan = planWeeks(await weekPlanFor(db, asked, now));
  return { ...plan, range: { from: asked.from, to: lastPlannedDay(asked.from, asked.weeks) } };
}
