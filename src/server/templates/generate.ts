import type { CallAnswer, ReceivedBody } from '#contract/index.ts';
import { dateOf, daysFromTo } from '#salon/salon-time.ts';
import type { Times } from '#salon/slots/slot.ts';
import { lastPlannedDay, planRefusal, planWeeks } from '#salon/slots/week-plan.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuseIf } from '../platform/refuse.ts';
import { withFreeSlotsOffered } from '../waitlist/offer-free-slots.ts';
import { weekPlanFor } from './queries.ts';

const ROWS_AT_ONCE = 500; // both engines limit the parameters of one statement

/**
 * Makes the slots of 1-4 weeks, all or none, and serves the waiting lists of days that had none free. The days are locked before
 * the plan looks at them, so of two runs at once the second finds what the first made and skips it. behaviour.md §6
 */
export function generateWeeks(
  context: Context,
  asked: ReceivedBody<'POST /templates/generate-range'>,
): Promise<CallAnswer<'POST /templates/generate-range'>> {
  const { db, now } = context;
  refuseIf(planRefusal(asked, dateOf(now.wall)));
  const range = { from: asked.from, to: lastPlannedDay(asked.from, asked.weeks) };
  return inTransaction(db, (trx) =>
    withFreeSlotsOffered(trx, context, daysFromTo(range.from, range.to), async () => {
      const { create, skip } = planWeeks(await weekPlanFor(trx, asked, now));
      await addSlots(trx, create, now.ms);
      return { created: create.length, skipped: skip.length, range };
    }),
  );
}

async function addSlots(trx: Trx, slots: readonly Times[], nowMs: number): Promise<void> {
  for (let done = 0; done < slots.length; done += ROWS_AT_ONCE) {
    const rows = slots
      .slice(done, done + ROWS_AT_ONCE)
      .map((times) => ({ ...times, status: 'AVAILABLE' as const, created_at: nowMs }));
    await trx.insertInto('appointments').values(rows).execute();
  }
}
