import type { ClientDetails } from '#contract/clients.ts';
import { mostTakenService } from '#domain/appointments/usual-service.ts';
import type { UserId } from '#domain/ids.ts';
import { RECENT_VISITS_COUNT } from '#domain/limits.ts';
import type { Now } from '../platform/clock.ts';
import type { Db } from '../platform/db/schema.ts';

const inParas = (din: number): number => Math.round(din * 100) / 100;

const appointmentsOf = (db: Db, id: UserId) => db.selectFrom('appointments').where('client_id', '=', id);

type Visits = Pick<ClientDetails, 'recent_visits' | 'revenue' | 'next_appointment' | 'usual_service_id'>;

/** What the client's card shows of visits: the latest, what they brought, the next one, and the service they always take. docs/spec/behaviour.md §6.4 */
export async function visitsOf(db: Db, id: UserId, now: Now): Promise<Visits> {
  const recent = await appointmentsOf(db, id)
    .select(['id', 'start_datetime', 'service_name', 'service_price', 'status', 'attended'])
    .where(({ eb, or, and }) =>
      or([
        eb('status', '=', 'CANCELLED'),
        and([eb('status', '=', 'BOOKED'), eb('start_datetime', '<=', now.wall)]),
      ]),
    )
    .orderBy('start_datetime', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_VISITS_COUNT)
    .execute();
  const { revenue } = await appointmentsOf(db, id)
    .select(({ fn }) => fn.sum<number | null>('service_price').as('revenue'))
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '<=', now.wall)
    .where(({ eb, or }) => or([eb('attended', 'is', null), eb('attended', '=', 1)]))
    .executeTakeFirstOrThrow();
  const next = await appointmentsOf(db, id)
    .select(['id', 'start_datetime', 'end_datetime', 'service_name', 'service_price'])
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', now.wall)
    .orderBy('start_datetime')
    .limit(1)
    .executeTakeFirst();
  const booked = await appointmentsOf(db, id)
    .select('service_id')
    .where('status', '=', 'BOOKED')
    .where('guest_name', 'is', null)
    .orderBy('start_datetime', 'desc')
    .limit(RECENT_VISITS_COUNT)
    .execute();
  return {
    recent_visits: recent,
    revenue: inParas(revenue ?? 0),
    next_appointment: next ?? null,
    usual_service_id: mostTakenService(booked),
  };
}
