// What the owner sees of SMS, and the test message. docs/spec/behaviour.md §29.8
import { randomUUID } from 'node:crypto';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import type { smsEndpoints } from '#contract/told/sms.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import { addMinutes, dateOf, startOfDay } from '#domain/wall-clock.ts';
import { instantMs, momentText } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import { isMobile } from '../reached/reached.ts';
import { TEST } from './channel.ts';
import { insertSms } from './queue.ts';

const SHOWN_COUNT = 50;

async function smsState({ db, config, clock, now }: RequestContext): Promise<ResponseBody<'GET /sms'>> {
  const rows = await db
    .selectFrom('sms_outbox')
    .select([
      'id',
      'kind',
      'to_number as to',
      'created_at',
      'sent_at',
      'given_up_at',
      'handed_over_at',
      'parts',
    ])
    .select('last_error')
    .orderBy('id', 'desc')
    .limit(SHOWN_COUNT)
    .execute();
  const since = instantMs(startOfDay(dateOf(now.wall)), clock.timeZone);
  const { parts } = await db
    .selectFrom('sms_outbox')
    .select(({ fn }) => fn.sum<number>('parts').as('parts'))
    .where('handed_over_at', '>=', since)
    .executeTakeFirstOrThrow();
  return {
    connected: config.smsGateway !== undefined,
    sent_today: Number(parts ?? 0),
    sends: rows.map(({ created_at, sent_at, given_up_at, handed_over_at, last_error, ...row }) => {
      const isOver = given_up_at !== null;
      const lost = isOver && handed_over_at !== null ? 'UNKNOWN' : isOver ? 'FAILED' : 'SENDING';
      return {
        ...row,
        at: momentText(created_at, clock),
        outcome: sent_at === null ? lost : 'SENT',
        why: isOver ? last_error : null,
      };
    }),
  };
}

/** Queues a test message. It counts as one to a number without a visit. */
async function testSms(context: RequestContext, { to }: ParsedBody<'POST /sms/test'>) {
  const { db, clock, now, config } = context;
  if (config.smsGateway === undefined) refuse('sms_off');
  const number = phoneNumber(to);
  if (!isMobile(number)) refuse('bad_input', { fields: { to: 'Unesite broj mobilnog telefona u Srbiji.' } });
  const test = {
    booking_id: null,
    kind: TEST,
    onceKey: `test:${randomUUID()}`,
    aboutMs: 0,
    to: number,
  } as const;
  const start = addMinutes(now.wall, 30);
  await inTransaction(db, (trx) => insertSms(trx, clock, now, { ...test, start }));
}

export const smsRoutes: RoutesOf<typeof smsEndpoints> = {
  'GET /sms': smsState,
  'POST /sms/test': (request) => testSms(request, request.body),
};
