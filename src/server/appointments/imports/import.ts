// Importing appointments row by row, without telling anybody. docs/spec/behaviour.md §31.1
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { importedAttendance, pricedLines } from '#domain/imports/appointments.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { addImportRows, beginPart } from '../../imports/imports.ts';
import type { SessionUser } from '../../platform/auth/sessions.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { inTransaction, lockDays, lockImport } from '../../platform/db/transaction.ts';
import { AppError, refuseOnViolation } from '../../platform/errors.ts';
import { inScriptOf } from '../../platform/http/reader-language.ts';
import type { RequestContext } from '../../platform/http/request.ts';
import { create, draftOf } from '../create.ts';
import { type Judging, judge, type Planned, readRow, type Salon, salonOf, type Verdict } from './judge.ts';

type Result = ResponseBody<'POST /appointments/import'>['rows'][number];

/** Imports a part of a file or pasted lines, each row in its own transaction. A row that was imported before is not imported again. */
export async function importAppointments(
  context: RequestContext<SessionUser>,
  { import_id = randomUUID(), rows, dry_run }: ParsedBody<'POST /appointments/import'>,
): Promise<ResponseBody<'POST /appointments/import'>> {
  const isDry = dry_run === true || dry_run === 1;
  const { db, now, user } = context;
  const resultOf = (index: number, { state, reason = null, appointment_id = null }: Verdict): Result => ({
    index,
    state,
    reason: reason && inScriptOf(user, reason),
    appointment_id,
  });
  if (!isDry) await beginPart(db, import_id, 'APPOINTMENTS', now.ms);
  const salon = await salonOf(context);
  const read = rows.map((row, n) => readRow(row, n));
  const uids = Map.groupBy(read, (row) => ('uid' in row ? row.uid : null));
  const ahead: Planned[] = [];
  const results: Result[] = [];
  for (const row of read) {
    await turn(); // other requests run between two rows
    if ('verdict' in row) {
      results.push(resultOf(row.index, row.verdict));
      continue;
    }
    const isOneTime = row.series === null && uids.get(row.uid)?.length === 1;
    const verdict = await (isDry
      ? inTransaction(db, (trx) => judge(trx, context, salon, { row, isOneTime, ahead }))
      : save(context, salon, import_id, { row, isOneTime }));
    if ('plan' in verdict) ahead.push(verdict.plan);
    results.push(resultOf(row.index, 'plan' in verdict ? ready(verdict.plan) : verdict));
  }
  return { import_id, rows: results };
}

const ready = ({ rounded }: Planned): Verdict => ({ state: 'READY', reason: rounded });

/** Judges and creates a row. What another request has changed meanwhile is the result of the row too. */
async function save(
  context: RequestContext,
  salon: Salon,
  import_id: string,
  row: Judging,
): Promise<Verdict> {
  const saving = inTransaction(context.db, async (trx): Promise<Verdict> => {
    await lockImport(trx);
    const verdict = await judge(trx, context, salon, row);
    return 'plan' in verdict ? createPlanned(trx, context, { ...salon, import_id }, verdict.plan) : verdict;
  });
  try {
    return await refuseOnViolation(saving, { overlap: 'slot_overlaps', 'foreign-key': 'unknown_service' });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error.code !== 'slot_overlaps') return { state: 'REFUSED', reason: error.message };
    const taken = await inTransaction(context.db, (trx) => judge(trx, context, salon, { ...row, ahead: [] }));
    return 'plan' in taken ? { state: 'TAKEN', reason: error.message } : taken;
  }
}

async function createPlanned(
  trx: Trx,
  context: RequestContext,
  { import_id, hash }: Pick<Salon, 'hash'> & { readonly import_id: string },
  plan: Planned,
): Promise<Verdict> {
  const { row, times, minutes, person, service_ids, unknown, technician_id } = plan;
  const { now } = context;
  const draft = await draftOf(trx, context, {
    start_datetime: times.start_datetime,
    duration_minutes: minutes,
    status: 'BOOKED',
    technician_id,
    notes: row.notes,
    service_ids: [...service_ids],
    ...(person === undefined ? { guest_name: row.name, guest_phone: row.phone } : { person_id: person }),
  });
  const { choice } = draft;
  const services = pricedLines([...choice.services, ...unknown], row.price);
  const price = services.length === 0 ? row.price : null;
  const series_hash = row.series && hash(`series\n${row.series}`);
  await lockDays(trx, [dateOf(times.start_datetime)]);
  const { after: saved } = await create(
    trx,
    context,
    { ...draft, choice: { services, price } },
    {
      isQuiet: true,
      attended: importedAttendance(times, row.status, now.wall),
      series_id: series_hash ? await seriesOf(trx, import_id, series_hash) : null,
    },
  );
  const person_id = plan.comes === undefined ? saved.person_id : null;
  const keys = { import_id, ...plan.hashes, series_hash };
  await addImportRows(trx, [{ ...keys, appointment_id: saved.id, person_id }], now.ms);
  return { ...ready(plan), state: 'CREATED', appointment_id: saved.id };
}

/** The series of an import's rows with the same word, which begins with the second of them. */
async function seriesOf(trx: Trx, import_id: string, series_hash: string) {
  const first = await trx
    .selectFrom('import_rows')
    .innerJoin('appointments', 'appointments.id', 'import_rows.appointment_id')
    .innerJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .select(['appointments.id', 'booking_id', 'series_id'])
    .where('import_id', '=', import_id)
    .where('series_hash', '=', series_hash)
    .orderBy('import_rows.id')
    .limit(1)
    .executeTakeFirst();
  if (!first) return null;
  if (first.series_id === null)
    await trx
      .updateTable('bookings')
      .set({ series_id: first.id })
      .where('id', '=', first.booking_id)
      .execute();
  return first.series_id ?? first.id;
}
