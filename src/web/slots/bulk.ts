import type { Appointment } from '#contract/appointments.ts';
import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { lockTarget } from '#domain/appointments.ts';
import { APPOINTMENTS, counted } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';

export type BulkAction = RequestBody<'POST /appointments/bulk'>['action'];
export type BulkAnswer = ResponseBody<'POST /appointments/bulk'>;

const CALL_MAX_COUNT = 500;

/** How an action is called, asked about and reported. */
export const BULK: Record<BulkAction, { label: string; ask: (count: number) => string; done: string }> = {
  BLOCK: {
    label: 'Blokiraj',
    ask: (count) => `Blokirati ${counted(count, APPOINTMENTS)}?`,
    done: 'Blokirano',
  },
  UNBLOCK: {
    label: 'Odblokiraj',
    ask: (count) => `Odblokirati ${counted(count, APPOINTMENTS)}?`,
    done: 'Odblokirano',
  },
  DELETE: {
    label: 'Obriši',
    ask: (count) => `Obrisati ${counted(count, APPOINTMENTS)}? Ova radnja je nepovratna.`,
    done: 'Obrisano',
  },
};

/** The chosen slots that an action is about: what is blocked already is not blocked again. */
export function concerned(slots: readonly Appointment[], action: BulkAction): Appointment[] {
  if (action === 'DELETE') return [...slots];
  const target = action === 'BLOCK' ? 'BLOCKED' : 'AVAILABLE';
  return slots.filter(({ status }) => lockTarget(status) === target);
}

/** All of them, in calls of at most 500, as one answer. */
export async function changeMany(ids: readonly number[], action: BulkAction): Promise<BulkAnswer> {
  const answer: BulkAnswer = { count: 0, refused: [] };
  for (let from = 0; from < ids.length; from += CALL_MAX_COUNT) {
    const body = { ids: ids.slice(from, from + CALL_MAX_COUNT), action };
    const { count, refused } = await request('POST /appointments/bulk', { body });
    answer.count += count;
    answer.refused.push(...refused);
  }
  return answer;
}
