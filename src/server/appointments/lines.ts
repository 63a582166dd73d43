// The service lines of appointments. docs/spec/behaviour.md §5.23
import type { ParsedBody } from '#contract/index.ts';
import type { Service } from '#contract/services.ts';
import { addonRefusal } from '#domain/appointments/addons.ts';
import { askedServices, linesAfter, type ServiceLine, summaryOf } from '#domain/appointments/lines.ts';
import type { ServiceId, TechnicianId } from '#domain/ids.ts';
import { isStaff } from '../platform/auth/sessions.ts';
import { addLines, lineOf } from '../platform/db/appointments.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { mayChoose, servicesDoneBy } from '../services/services.ts';
import { assertDoes } from '../technicians/technicians.ts';

/** Makes service lines of these services. Refuses deleted services, and to clients add-ons alone and services that are not offered, unless they are among `kept`. */
export function linesOf(
  { user }: Pick<RequestContext, 'user'>,
  services: readonly Service[] | undefined,
  kept?: readonly ServiceLine[],
): ServiceLine[] {
  if (!services || !mayChoose(user, services, kept)) refuse('unknown_service');
  refuseIf(addonRefusal(services, isStaff(user)));
  return services.map(({ id, name, price, duration_minutes, cleanup_minutes, name_en, name_ru }) =>
    lineOf({ service_id: id, name, price, duration_minutes, cleanup_minutes, name_en, name_ru }),
  );
}

/** The lines of services with their current values, as a technician does them. */
export const chosenLines = async (
  trx: Db | Trx,
  context: Pick<RequestContext, 'user'>,
  ids: readonly ServiceId[],
  technician: TechnicianId,
  kept?: readonly ServiceLine[],
): Promise<ServiceLine[]> => linesOf(context, await servicesDoneBy(trx, technician, ids), kept);

type OwnersChoice = Pick<
  ParsedBody<'PUT /appointments/{id}'>,
  'service_id' | 'service_ids' | 'services' | 'service_price'
>;

/** The ids of the services in the owner's request; undefined if the request names no services. */
export const idsByOwner = ({ services, ...input }: OwnersChoice): readonly ServiceId[] | undefined =>
  services?.map(({ service_id }) => service_id) ?? askedServices(input);

/** The services of a booking, and the price of a booking without services. */
export interface Choice {
  readonly services: readonly ServiceLine[];
  readonly price: number | null;
}

export const choiceOf = ({
  services,
  service_price,
}: Pick<AppointmentRow, 'services' | 'service_price'>): Choice => ({
  services,
  price: services.length === 0 ? service_price : null,
});

/** The services with the owner's request applied. Refuses `service_price` with several lines or with `services`. */
export async function linesByOwner(
  trx: Trx,
  context: RequestContext,
  before: Choice,
  input: OwnersChoice,
  technician: TechnicianId,
): Promise<Choice> {
  const { services, service_price } = input;
  const ids = idsByOwner(input);
  const chosen =
    ids === undefined
      ? before.services
      : linesAfter(before.services, await chosenLines(trx, context, ids, technician));
  if (service_price !== undefined && (chosen.length > 1 || services))
    refuse('bad_input', { fields: { service_price: chosen.length > 1 ? SEVERAL_PRICES : PRICE_OF_LINE } });
  const lines = chosen.map((line) => {
    const named = services?.find(({ service_id }) => service_id === line.service_id);
    const price = services ? named?.price : service_price;
    return price === undefined ? line : { ...line, price };
  });
  return { services: lines, price: lines.length === 0 ? (service_price ?? null) : null };
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

/** Replaces the services of a booking, and the price of one without services. Returns the row with them. The caller has locked the row. */
export async function saveChoice(
  trx: Trx,
  row: AppointmentRow,
  { services, price }: Choice,
): Promise<AppointmentRow> {
  const { booking_id } = row;
  if (booking_id === null) throw new Error(`appointment ${row.id} has no booking`);
  await trx.deleteFrom('booking_lines').where('booking_id', '=', booking_id).execute();
  await addLines(trx, booking_id, services);
  await trx.updateTable('bookings').set({ price }).where('id', '=', booking_id).execute();
  const summary = summaryOf(services);
  return { ...row, services, ...summary, ...(services.length === 0 && { service_price: price }) };
}
