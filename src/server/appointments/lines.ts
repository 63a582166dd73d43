// The service lines of appointments. docs/spec/behaviour.md §5.23
import type { ParsedBody } from '#contract/index.ts';
import { addonRefusal } from '#domain/appointments/addons.ts';
import { askedServices, linesAfter, type ServiceLine, serviceColumns } from '#domain/appointments/lines.ts';
import type { AppointmentId, ServiceId, TechnicianId } from '#domain/ids.ts';
import { isStaff } from '../platform/auth/sessions.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servicesByIds } from '../services/services.ts';
import { assertDoes } from '../technicians/technicians.ts';

/** Makes service lines with the services' current values. Refuses deleted services, and clients who choose only add-ons. */
export async function chosenLines(
  trx: Db | Trx,
  { user }: Pick<RequestContext, 'user'>,
  ids: readonly ServiceId[],
): Promise<ServiceLine[]> {
  const services = (await servicesByIds(trx, ids)) ?? refuse('unknown_service');
  refuseIf(addonRefusal(services, isStaff(user)));
  return services.map(({ id, name, price, duration_minutes }) => ({
    service_id: id,
    name,
    price,
    duration_minutes,
  }));
}

type OwnersChoice = Pick<
  ParsedBody<'PUT /appointments/{id}'>,
  'service_id' | 'service_ids' | 'services' | 'service_price'
>;

/** The ids of the services in the owner's request; undefined if the request names no services. */
export const idsByOwner = ({ services, ...input }: OwnersChoice): readonly ServiceId[] | undefined =>
  services?.map(({ service_id }) => service_id) ?? askedServices(input);

/** The lines and service columns with the owner's request applied. Refuses `service_price` with several lines or with `services`. */
export async function linesByOwner(
  trx: Trx,
  context: RequestContext,
  before: readonly ServiceLine[],
  input: OwnersChoice,
): Promise<{ lines: readonly ServiceLine[]; columns: ReturnType<typeof serviceColumns> }> {
  const { services, service_price } = input;
  const ids = idsByOwner(input);
  const chosen = ids === undefined ? before : linesAfter(before, await chosenLines(trx, context, ids));
  if (service_price !== undefined && (chosen.length > 1 || services))
    refuse('bad_input', { fields: { service_price: chosen.length > 1 ? SEVERAL_PRICES : PRICE_OF_LINE } });
  const lines = chosen.map((line) => {
    const named = services?.find(({ service_id }) => service_id === line.service_id);
    const price = services ? named?.price : service_price;
    return price === undefined ? line : { ...line, price };
  });
  const columns = serviceColumns(lines);
  return {
    lines,
    columns: lines.length === 0 ? { ...columns, service_price: service_price ?? null } : columns,
  };
}

const SEVERAL_PRICES = 'Za više usluga upišite cenu svake usluge.';
const PRICE_OF_LINE = 'Upišite cenu uz uslugu.';

/** Refuses a technician who has left or does not do the services of the lines. */
export const assertDoesLines = async (
  trx: Trx,
  technician: TechnicianId,
  lines: readonly ServiceLine[],
): Promise<void> => {
  const ids = lines.flatMap(({ service_id }) => service_id ?? []);
  await assertDoes(trx, technician, ids);
};

/** Saves the service lines of a new booking if there are several: a trigger has already saved a single line from the appointment's columns. */
export async function saveLines(trx: Trx, id: AppointmentId, lines: readonly ServiceLine[]): Promise<void> {
  if (lines.length > 1) await replaceLines(trx, id, lines);
}

/** Restores earlier service lines. If a service was deleted meanwhile, its line keeps only name, price and duration. */
export async function restoreLines(trx: Trx, id: AppointmentId, lines: readonly ServiceLine[]) {
  if (lines.length === 0) return;
  const ids = lines.flatMap(({ service_id }) => service_id ?? []);
  const found = await trx.selectFrom('services').select('id').where('id', 'in', ids).execute();
  const existing = new Set<number | null>(found.map((service) => service.id));
  const restored = lines.map((line) =>
    existing.has(line.service_id) ? line : { ...line, service_id: null },
  );
  await replaceLines(trx, id, restored);
}

/** Saves all service lines as they are. The trigger that writes a single line would take its duration from the current price list. */
export async function replaceLines(
  trx: Trx,
  id: AppointmentId,
  lines: readonly ServiceLine[],
): Promise<void> {
  if (lines.length === 0) return; // a trigger removes the lines when the appointment's columns are emptied
  await trx.deleteFrom('appointment_services').where('appointment_id', '=', id).execute();
  const rows = lines.map((line, n) => ({ ...line, appointment_id: id, position: n + 1 }));
  await trx.insertInto('appointment_services').values(rows).execute();
}
