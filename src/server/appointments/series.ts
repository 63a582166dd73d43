import { z } from 'zod';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { appointmentId } from '#contract/schemas.ts';
import type { ServiceLine } from '#domain/appointments/lines.ts';
import { minutesOf } from '#domain/appointments/service-fit.ts';
import { overlaps, slotTimesRefusal } from '#domain/appointments/slots.ts';
import {
  isSeriesTime,
  openDaysAround,
  type SeriesCalendar,
  type SeriesRow,
  seriesRows,
  seriesStarts,
  seriesState,
  timesAt,
} from '#domain/clients/series.ts';
import type { AppointmentId, TechnicianId } from '#domain/ids.ts';
import { dateOf, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { immediately, notifyOfSeries } from '../notifications/notifications.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockDays } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { absencesOf } from '../slots/slots.ts';
import { savedForSalon } from './appointments.ts';
import { lockBooker } from './booking-limits.ts';
import { create, newAppointmentOf } from './create.ts';
import { keyedRequest, respondOnce } from './idempotency.ts';
import { saveLines } from './lines.ts';
import { type AppointmentColumns, UNBOOKED_COLUMNS } from './rows.ts';

type Asked = ParsedBody<'POST /appointments/series/preview'>;
type Input = ParsedBody<'POST /appointments/series'>;

interface Plan {
  /** The columns of the first appointment. The other appointments differ only in their times. */
  readonly columns: AppointmentColumns;
  readonly lines: readonly ServiceLine[];
  readonly starts: readonly WallTime[];
}

async function planOf(trx: Trx, context: RequestContext, asked: Asked): Promise<Plan> {
  const { every_weeks, count, ...first } = asked;
  const { columns, lines } = await newAppointmentOf(trx, context, { ...first, status: 'BOOKED' });
  await lockBooker(trx, context, columns, null);
  return { columns, lines, starts: seriesStarts(first.start_datetime, every_weeks, count) };
}

async function calendarOf(
  db: Db | Trx,
  technician: TechnicianId,
  days: readonly WallDate[],
): Promise<SeriesCalendar> {
  const rows = await db
    .selectFrom('appointments')
    .select(['day', 'start_datetime', 'end_datetime', 'status'])
    .where('day', 'in', days)
    .where('technician_id', '=', technician)
    .execute();
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const [first = ''] = [...days].sort();
  const absences = await absencesOf(db, technician, first as WallDate);
  return { rowsOn: (day) => byDay.get(day) ?? [], absences };
}

async function rowsOf(trx: Trx, { now }: RequestContext, { columns, starts }: Plan): Promise<SeriesRow[]> {
  const days = starts.flatMap((start) => [dateOf(start), ...openDaysAround(dateOf(start))]);
  const calendar = await calendarOf(trx, columns.technician_id, [...new Set(days)]);
  return seriesRows(starts, minutesOf(columns), calendar, now.wall);
}

/** Returns the times of a planned series and checks whether each time can be booked. docs/spec/behaviour.md §20.2 */
export const previewSeries = (context: RequestContext, asked: Asked) =>
  inTransaction(context.db, async (trx) => ({
    rows: await rowsOf(trx, context, await planOf(trx, context, asked)),
  }));

/**
 * Books the chosen times of a series in one transaction, or refuses with the current rows. With a repeated Idempotency-Key it returns
 * the series that the first request made. docs/spec/behaviour.md §20.2
 */
export function createSeries(
  context: RequestContext & { readonly idempotencyKey: string | undefined },
  input: Input,
): Promise<ResponseBody<'POST /appointments/series'>> {
  const { db, now, user, idempotencyKey } = context;
  const request = keyedRequest(idempotencyKey, user, ['POST /appointments/series', input]);
  const kept = { schema: z.object({ series_id: appointmentId }), now };
  const saving = inTransaction(db, async (trx) => {
    const { series_id } = await respondOnce(trx, request, kept, async () => {
      const id = await saveSeries(trx, context, input);
      return { appointmentId: id, response: { series_id: id } };
    });
    const rows = await seriesById(trx, series_id);
    const appointments = [];
    for (const { id } of rows) appointments.push(await savedForSalon(trx, id, context));
    return { series_id, appointments };
  });
  return refuseOnViolation(saving, { 'foreign-key': 'unknown_service' }); // the service was deleted during this request
}

const seriesById = (trx: Trx, series: AppointmentId) =>
  trx
    .selectFrom('appointments')
    .select('id')
    .where('series_id', '=', series)
    .orderBy('start_datetime')
    .execute();

async function saveSeries(trx: Trx, context: RequestContext, { rows, ...asked }: Input) {
  const plan = await planOf(trx, context, asked);
  const chosen = await lockChosen(trx, context, plan, rows);
  const booked: AppointmentRow[] = [];
  for (const times of chosen) {
    const columns = { ...plan.columns, ...times, series_id: booked[0]?.id ?? null };
    const row = await create(trx, context, columns, { isQuiet: true });
    await saveLines(trx, row.id, plan.lines);
    booked.push(row);
  }
  const [first] = booked;
  if (!first) throw new Error('the contract demands a chosen time');
  await trx.updateTable('appointments').set({ series_id: first.id }).where('id', '=', first.id).execute();
  const changes = booked.map((after) => ({
    before: { ...after, ...UNBOOKED_COLUMNS, status: 'AVAILABLE' as const },
    after,
  }));
  await notifyOfSeries(trx, context, changes, immediately(context.now));
  return first.id;
}

/** Locks the days of the chosen times and returns the times in order. Refuses a time that can't be booked, or Sundays. */
async function lockChosen(trx: Trx, context: RequestContext, plan: Plan, rows: Input['rows']) {
  const minutes = minutesOf(plan.columns);
  const chosen = rows
    .flatMap((row) => ('skip' in row ? [] : timesAt(row.start_datetime, minutes)))
    .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime));
  for (const times of chosen) refuseIf(slotTimesRefusal(times));
  if (chosen.some((times, n) => n > 0 && overlaps(times, chosen[n - 1] ?? times)))
    refuse('bad_input', { fields: { rows: 'Termini se preklapaju.' } });
  const days = chosen.map(({ start_datetime }) => dateOf(start_datetime));
  await lockDays(trx, days);
  const calendar = await calendarOf(trx, plan.columns.technician_id, days);
  const isBookable = chosen.every((times) => isSeriesTime(seriesState(times, calendar)));
  if (!isBookable || plan.starts.some((start) => isSunday(dateOf(start))))
    refuse('series_changed', { rows: await rowsOf(trx, context, plan) });
  return chosen;
}
