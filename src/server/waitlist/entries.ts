import type { ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { Waiting, waitlistEndpoints } from '#contract/waitlist.ts';
import { addonRefusal } from '#domain/appointments/addons.ts';
import { askedServices } from '#domain/appointments/lines.ts';
import { slotDateRefusal, type Times } from '#domain/appointments/slots.ts';
import { readName } from '#domain/clients/contact.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import { startRefusal } from '#domain/clients/request-until.ts';
import type { ServiceId, TechnicianId, UserId, WaitId } from '#domain/ids.ts';
import { type Language, languageToStore } from '#domain/language/languages.ts';
import { LIST_MAX_COUNT, MAX_NETWORK_WAITLIST_ENTRIES, MAX_WAITLIST_ENTRIES } from '#domain/limits.ts';
import type { Settings } from '#domain/settings.ts';
import { awaitedTechnicians } from '#domain/technicians.ts';
import { joinRefusal, type WaitlistEntry } from '#domain/waitlist.ts';
import { addDays, dateOf, minutesBetween, startOfDay, type WallDate } from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { offeringOf } from '../offers/offers.ts';
import {
  type CallerContext,
  countActs,
  hashesOf,
  lockNetworks,
  refuseForNow,
} from '../platform/auth/counted-acts.ts';
import { assertMay, isStaff, lockActiveUser, type SessionUser } from '../platform/auth/sessions.ts';
import { momentText, type Now } from '../platform/clock.ts';
import { isCallOnly } from '../platform/db/people.ts';
import type { Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction, lockDays, lockRows } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import { type AffectedUser, publishOnCommit, technicianUser } from '../platform/events/publish.ts';
import type { ListContext, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { seesPhoneOf, shownIf } from '../roles/roles.ts';
import { mayChoose, servicesByIds } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';
import { offeredSlotsOn } from '../slots/slots.ts';
import { assertDoes } from '../technicians/technicians.ts';
import { addWaitServices, isOfOne, servicesOfWaits, waitlistOffers } from './waitlist.ts';

/** The waitlist entries of a date range, ordered by day and time of joining. Includes clients without a login. docs/spec/behaviour.md §5.15 */
async function waitingFrom(
  context: ListContext,
  { from, to, technician_id, limit = LIST_MAX_COUNT, offset = 0 }: ParsedQuery<'GET /waitlist'>,
): Promise<Waiting[]> {
  const { db, clock, setTotal } = context;
  if (to < from) refuse('range_reversed');
  const list = db
    .selectFrom('waitlist_entries')
    .leftJoin('people', 'people.user_id', 'waitlist_entries.client_id')
    .select([
      'waitlist_entries.id',
      'day',
      'client_id',
      'guest_name',
      'technician_id',
      'waitlist_entries.created_at',
      'people.name',
    ])
    .select([
      shownIf(seesPhoneOf(context, 'people.id'), 'people.phone').as('phone'),
      shownIf(seesPhoneOf(context, 'people.id'), 'guest_phone').as('guest_phone'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where(({ eb, or }) =>
      technician_id === undefined
        ? eb.lit(true)
        : or([eb('technician_id', 'is', null), eb('technician_id', '=', technician_id)]),
    );
  const rows = await list
    .orderBy('day')
    .orderBy('waitlist_entries.created_at')
    .orderBy('waitlist_entries.id')
    .limit(limit)
    .offset(offset)
    .execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  return rows.map(({ client_id, guest_name, guest_phone, name, phone, created_at, ...row }) => ({
    ...row,
    client_id,
    name: name ?? guest_name ?? NAMELESS_GUEST,
    phone: client_id === null ? guest_phone : phone,
    created_at: momentText(created_at, clock),
  }));
}

/** Removes a waitlist entry. Clients remove their own; the owner removes any, for example after calling the person. */
function removeEntry(context: RequestContext, entry: { id: WaitId } | { day: WallDate; client_id: UserId }) {
  return inTransaction(context.db, async (trx) => {
    const gone = await trx
      .deleteFrom('waitlist_entries')
      .where(({ and }) => and(entry))
      .returning(['client_id', 'technician_id'])
      .executeTakeFirst();
    if (!gone) refuse('not_found');
    if ('id' in entry) assertMay(context, 'changeWaitlist', [gone]);
    publishOnCommit(trx, { appointments: affectedBy(gone) });
  });
}

type Seen = Pick<Saved, 'client_id' | 'technician_id'>;

/** The users who see a waitlist entry: the owner, the client, and the technicians whom the entry concerns. */
const affectedBy = ({ client_id, technician_id }: Seen): AffectedUser[] => [
  'ADMIN',
  technicianUser(technician_id),
  ...(client_id === null ? [] : [client_id]),
];

type Input = ParsedBody<'POST /client-notifications/free-slot'>;

/** Joins the waitlist of a day without a suitable free slot. docs/spec/behaviour.md §5.15 */
export function joinWaitlist(context: RequestContext & CallerContext, input: Input) {
  const { db, now } = context;
  const today = dateOf(now.wall);
  const entry = entryOf(context, input);
  const guest_number = phoneNumber(entry.guest_phone);
  const serviceIds = askedServices(input) ?? [];
  const { technician_id = null } = input;
  refuseIf(joinRefusal(entry, today, undefined) ?? slotDateRefusal(entry.date, today));
  const joining = inTransaction(db, async (trx) => {
    // an account that is being deleted must not join, because the new entry would remain
    if (entry.client_id !== null) await lockActiveUser(trx, entry.client_id);
    if (!isStaff(context.user) && (await isCallOnly(trx, entry))) refuse('call_salon');
    const networks = await lockNetworks(trx, context);
    // without the lock, a slot that is added meanwhile could be missed by the check and also by the waitlist's notifications
    await lockDays(trx, [entry.date]);
    const settings = await currentSettings(trx, context.config);
    const wanted = { ...entry, technician_id, serviceIds };
    refuseIf(joinRefusal(entry, today, await timeFor(trx, context, wanted, settings)));
    if (technician_id !== null) await assertDoes(trx, technician_id, serviceIds);
    const network = entry.client_id === null ? networks.request : null;
    const saved = {
      ...wanted,
      language: languageToStore(context.language, settings.languages),
      guest_number,
      network,
      isByVisitor: context.user === null,
    };
    const isNew = await save(trx, saved, now.ms);
    publishOnCommit(trx, { appointments: affectedBy({ ...entry, technician_id }) });
    if (isNew && context.config.rateLimit) {
      await assertFewEntries(trx, { ...entry, network }, now);
      const acts = hashesOf(networks).map((subject) => ({ subject, ...ENTRY_OF_NETWORK }));
      await countActs(trx, acts, context);
    }
    return { date: entry.date };
  });
  return refuseOnViolation(joining, { 'foreign-key': 'unknown_service' }); // the service was deleted during this request
}

/** The first free time of the day that is long enough for the entry's services. The caller has locked the day. */
async function timeFor(
  trx: Trx,
  { now, user }: RequestContext,
  { date, serviceIds, ...wait }: Pick<Saved, 'date' | 'serviceIds' | 'technician_id'>,
  settings: Settings,
): Promise<Times | undefined> {
  const services = (await servicesByIds(trx, serviceIds)) ?? refuse('unknown_service');
  if (!mayChoose(user, services)) refuse('unknown_service');
  refuseIf(addonRefusal(services, isStaff(user)));
  const offering = await offeringOf(trx, now.wall, settings);
  const isTheirs = isOfOne(awaitedTechnicians(wait, serviceIds, offering.technicians));
  const free = await offeredSlotsOn(trx, [date], now.wall, settings);
  const offers = waitlistOffers(free.filter(isTheirs), offering, serviceIds);
  const found = offers.find(
    ({ start_datetime }) => isStaff(user) || !startRefusal(now.wall, start_datetime, settings),
  );
  return found ?? (offers.length > 0 ? refuse('too_soon') : undefined);
}

const ENTRY_OF_NETWORK = { act: 'waitlist entry of network', limits: MAX_NETWORK_WAITLIST_ENTRIES } as const;

type Joiner = Pick<WaitlistEntry, 'client_id'> & { readonly network: string | null };

/** Limits the waitlist entries of a client or an IP network, because each entry may cause a message to the owner. Call it after saving an entry. docs/spec/behaviour.md §4.4 */
async function assertFewEntries(trx: Trx, { client_id, network }: Joiner, now: Now): Promise<void> {
  const [column, joiner] =
    client_id === null ? (['joiner_network', network] as const) : (['client_id', client_id] as const);
  if (joiner === null) return;
  const waiting = await trx
    .selectFrom('waitlist_entries')
    .select('day')
    .where(column, '=', joiner)
    .where('day', '>=', dateOf(now.wall))
    .orderBy('day')
    .limit(MAX_WAITLIST_ENTRIES + 1)
    .execute();
  const [first] = waiting;
  if (!first || waiting.length <= MAX_WAITLIST_ENTRIES) return;
  const firstEnds = startOfDay(addDays(first.day, 1));
  refuseForNow(minutesBetween(now.wall, firstEnds) * 60);
}

function entryOf({ user }: RequestContext, { date, guest_name, guest_phone }: Input): WaitlistEntry {
  if (user?.role === 'CLIENT') return { date, client_id: user.id, guest_name: null, guest_phone: null };
  return {
    date,
    client_id: null,
    guest_name: readName(guest_name ?? '') || null,
    guest_phone: guest_phone ?? null,
  };
}

async function ownWaitDays({ db, user, now, config }: RequestContext<SessionUser>) {
  const waits = await db
    .selectFrom('waitlist_entries')
    .select(['id', 'day as date', 'technician_id'])
    .where('client_id', '=', user.id)
    .where('day', '>=', dateOf(now.wall))
    .orderBy('day')
    .execute();
  const isSplit = waits.length > 0 && (await currentSettings(db, config)).split_slots === 1;
  if (!isSplit) return waits.map(({ id: _, ...wait }) => wait);
  const services = await servicesOfWaits(
    db,
    waits.map(({ id }) => id),
  );
  return waits.map(({ id, ...wait }) => ({
    ...wait,
    service_ids: services(id).map((service) => service.id),
  }));
}

interface Saved extends WaitlistEntry {
  readonly technician_id: TechnicianId | null;
  readonly serviceIds: readonly ServiceId[];
  readonly guest_number: string | null;
  readonly network: string | null;
  readonly isByVisitor: boolean;
  readonly language: Language | null;
}

/**
 * Saves an entry. Each person has one entry per day: joining again updates services and technician, for a visitor only from the network
 * that joined, because anybody can type a guest's phone. Returns true for a new entry. The caller has locked the day.
 */
async function save(
  trx: Trx,
  { date, technician_id, serviceIds, network, isByVisitor, ...person }: Saved,
  nowMs: number,
): Promise<boolean> {
  const ofPerson = person.client_id === null ? 'guest_number' : 'client_id';
  const known = await trx
    .selectFrom('waitlist_entries')
    .select(['id', 'joiner_network'])
    .where('day', '=', date)
    .where(ofPerson, '=', person[ofPerson])
    .$call(lockRows(trx))
    .executeTakeFirst();
  if (known && isByVisitor && known.joiner_network !== network) return false;
  if (known) {
    await trx
      .updateTable('waitlist_entries')
      .set({ technician_id, language: person.language })
      .where('id', '=', known.id)
      .execute();
    await trx.deleteFrom('waitlist_services').where('entry_id', '=', known.id).execute();
  }
  const entry = { ...person, day: date, technician_id, created_at: nowMs, joiner_network: network };
  const added = trx.insertInto('waitlist_entries').values(entry).returning('id');
  const { id } = known ?? (await added.executeTakeFirstOrThrow());
  await addWaitServices(trx, id, serviceIds);
  return known === undefined;
}

export const waitlistRoutes: RoutesOf<typeof waitlistEndpoints> = {
  'POST /client-notifications/free-slot': (request) => joinWaitlist(request, request.body),
  'GET /client-notifications/free-slot': (request) => ownWaitDays(request),
  'DELETE /client-notifications/free-slot': (request) =>
    removeEntry(request, { day: request.query.date, client_id: request.user.id }),
  'GET /waitlist': (request) => waitingFrom(request, request.query),
  'DELETE /waitlist/{id}': (request) => removeEntry(request, { id: request.params.id }),
};
