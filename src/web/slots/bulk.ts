import type { Appointment } from '#contract/appointments.ts';
import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { isUnbooked, lockTarget } from '#domain/appointments/appointments.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { counted } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';

export type BulkAction = RequestBody<'POST /appointments/bulk'>['action'];
export type BulkResponse = ResponseBody<'POST /appointments/bulk'>;

const REQUEST_MAX_COUNT = 500;

/** The label, question and result text of each action. */
export const BULK: Record<BulkAction, { label: string; question: (count: number) => string; done: string }> =
  {
    BLOCK: {
      label: 'Blokiraj',
      question: (count) => `Blokirati ${counted(count, APPOINTMENTS)}?`,
      done: 'Blokirano',
    },
    UNBLOCK: {
      label: 'Odblokiraj',
      question: (count) => `Odblokirati ${counted(count, APPOINTMENTS)}?`,
      done: 'Odblokirano',
    },
    DELETE: {
      label: 'Obriši',
      question: (count) => `Obrisati ${counted(count, APPOINTMENTS)}? Ova radnja je nepovratna.`,
      done: 'Obrisano',
    },
  };

/** The selected slots that an action changes: blocking leaves out those already blocked. */
export function slotsConcerned(slots: readonly Appointment[], action: BulkAction): Appointment[] {
  if (action === 'DELETE') return slots.filter(({ status }) => isUnbooked(status));
  const target = action === 'BLOCK' ? 'BLOCKED' : 'AVAILABLE';
  return slots.filter(({ status }) => lockTarget(status) === target);
}

/** Changes all of them, in requests of at most 500, and joins the results. */
export async function changeMany(ids: readonly number[], action: BulkAction): Promise<BulkResponse> {
  const result: BulkResponse = { count: 0, refused: [] };
  for (let from = 0; from < ids.length; from += REQUEST_MAX_COUNT) {
    const body = { ids: ids.slice(from, from + REQUEST_MAX_COUNT), action };
    const { count, refused } = await request('POST /appointments/bulk', { body });
    result.count += count;
    result.refused.push(...refused);
  }
  return result;
}
