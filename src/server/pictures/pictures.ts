// Pictures of wishes, results and works. docs/spec/behaviour.md §30.2
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { ParsedQuery } from '#contract/index.ts';
import type { Picture, pictureEndpoints } from '#contract/work/pictures.ts';
import type { AppointmentId, BookingId, PictureId } from '#domain/ids.ts';
import {
  MAX_NETWORK_WISHES,
  MAX_WISH_UPLOADS,
  PICTURE_MAX_BYTES,
  PICTURE_MAX_PX,
  WISH_DAYS,
  WISH_MAX_PX,
} from '#domain/limits.ts';
import { addDays, dateOf, startOfDay } from '#domain/wall-clock.ts';
import { countRefusal, looksLikePicture, type PictureKind, pictureRefusal } from '#domain/work/pictures.ts';
import { bookingOfGuestLink } from '../guest-links/guest-links.ts';
import { countActs, requestNetwork } from '../platform/auth/counted-acts.ts';
import { hashToken, sha256 } from '../platform/auth/secrets.ts';
import { assertMay, isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import {
  deletePictures,
  ensurePictureKey,
  isSigned,
  SIGNABLE_COLUMNS,
  signed,
  signingKey,
} from '../platform/db/pictures.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockKey, lockPictureFile, lockRows } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import { publishOnCommit, technicianUser } from '../platform/events/publish.ts';
import { PictureFile } from '../platform/http/file-response.ts';
import type { RequestContext, RoutesOf, ValidatedRequest } from '../platform/http/request.ts';
import { DAY_MS, type DeleteOutdated, deleteInBatches, HOUR_MS } from '../platform/jobs/retention.ts';
import {
  isFolderOurs,
  nameOf,
  pathOf,
  sweepFiles,
  thumbOf,
  writePicture,
} from '../platform/pictures/files.ts';
import { loadSharp } from '../platform/pictures/sharp.ts';
import { currentSettings } from '../settings/settings.ts';
import { decode, type Encoded } from './decode.ts';
import { workRoutesOf } from './works.ts';

type Upload = RequestContext<SessionUser | null> &
  Pick<
    ValidatedRequest<'POST /appointments/{id}/pictures'>,
    'network' | 'guestLink' | 'readBytes' | 'idempotencyKey' | 'log'
  >;

/** The booking of an upload, and the kind of the picture; of a work: no booking. */
interface Target {
  readonly kind: PictureKind;
  readonly booking: BookingId | null;
}

const bookedRow = (db: Db | Trx) =>
  db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .select(['appointments.id', 'status', 'start_datetime', 'end_datetime', 'technician_id', 'client_id'])
    .select('bookings.id as booking_id');
type BookedRow = Awaited<ReturnType<ReturnType<typeof bookedRow>['executeTakeFirstOrThrow']>>;

const rowOfBooking = (db: Db | Trx, booking: BookingId) =>
  bookedRow(db).where('bookings.id', '=', booking).executeTakeFirst();

async function ownRow(context: Upload, id: AppointmentId): Promise<BookedRow> {
  const row = await bookedRow(context.db).where('appointments.id', '=', id).executeTakeFirst();
  if (!row) return refuse('not_found');
  assertMay(context, 'changeBookings', [row]);
  return row;
}

async function rowOfLink({
  db,
  guestLink,
  now,
}: Pick<Upload, 'db' | 'guestLink' | 'now'>): Promise<BookedRow> {
  const link = guestLink === undefined ? undefined : await bookingOfGuestLink(db, hashToken(guestLink));
  const row = link && (await rowOfBooking(db, link.booking_id));
  return row && row.end_datetime > now.wall ? row : refuse('guest_link_dead');
}

/** Refuses a picture that may not be added now, or is one too many. */
async function assertAllowed(db: Db | Trx, context: Upload, { kind, booking }: Target): Promise<void> {
  if (kind !== 'WORK') {
    const row = (booking && (await rowOfBooking(db, booking))) || refuse('appointment_not_booked');
    const { wish_pictures } = await currentSettings(db, context.config);
    refuseIf(pictureRefusal(kind, { isStaff: isStaff(context.user), wish_pictures }, row, context.now.wall));
  }
  const { count } = await db
    .selectFrom('pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('booking_id', booking === null ? 'is' : '=', booking)
    .executeTakeFirstOrThrow();
  refuseIf(countRefusal(kind, count));
}

/** Counts the upload of a wish, also a failed one, for its booking and for the IP network of a client or guest. */
async function countWish(context: Upload, booking: BookingId): Promise<void> {
  const { db, user, config } = context;
  if (isStaff(user) || !config.rateLimit) return;
  await inTransaction(db, async (trx) => {
    const network = await requestNetwork(trx, context);
    const ofBooking = { subject: `booking:${booking}`, act: 'wish', limits: MAX_WISH_UPLOADS };
    const ofNetwork = network === null ? [] : [{ subject: network, act: 'wish', limits: MAX_NETWORK_WISHES }];
    await countActs(trx, [ofBooking, ...ofNetwork], context);
  });
}

interface Keyed {
  readonly key_hash: string | null;
  readonly request_hash: string | null;
}

const signable = (db: Db | Trx) => db.selectFrom('pictures').select([...SIGNABLE_COLUMNS, signingKey]);

async function repeated(db: Db | Trx, { key_hash, request_hash }: Keyed, nowMs: number) {
  if (key_hash === null) return undefined;
  const found = await signable(db).select('request_hash').where('key_hash', '=', key_hash).executeTakeFirst();
  if (!found) return undefined;
  const { request_hash: known, ...picture } = found;
  return known === request_hash ? signed(picture, nowMs) : refuse('key_reused');
}

/** Adds a picture: checks access, reads, decodes, writes the files, then saves the row. docs/spec/behaviour.md §30.2 */
async function addPicture(context: Upload, target: Target): Promise<Picture> {
  const { db, config, now, user, idempotencyKey } = context;
  if (!(await isFolderOurs(db, config)) || !(await loadSharp(context.log))) refuse('pictures_away');
  const key_hash =
    idempotencyKey === undefined ? null : sha256(JSON.stringify([user?.id ?? null, idempotencyKey]));
  const isKnown = key_hash !== null && (await isKeyKnown(db, key_hash));
  if (!isKnown) await assertAllowed(db, context, target);
  const bytes = await context.readBytes(PICTURE_MAX_BYTES);
  const request_hash = bytes === undefined ? null : sha256(JSON.stringify([target, nameOf(bytes)]));
  const kept = await repeated(db, { key_hash, request_hash }, now.ms);
  if (kept) return kept;
  if (target.kind === 'WISH' && target.booking !== null) await countWish(context, target.booking);
  if (bytes === undefined || !looksLikePicture(bytes)) return refuse('bad_picture');
  const encoded = await decode({ bytes, maxPx: target.kind === 'WISH' ? WISH_MAX_PX : PICTURE_MAX_PX });
  return saved(context, target, encoded, { key_hash, request_hash });
}

const isKeyKnown = async (db: Db, key_hash: string): Promise<boolean> =>
  (await db.selectFrom('pictures').select('id').where('key_hash', '=', key_hash).executeTakeFirst()) !==
  undefined;

async function saved(context: Upload, target: Target, encoded: Encoded, keyed: Keyed): Promise<Picture> {
  const { db, config, now, user } = context;
  const file = nameOf(encoded.picture);
  const write = () => {
    writePicture(config, file, encoded.picture, now.ms);
    writePicture(config, thumbOf({ file, thumb: '' }), encoded.thumb, now.ms);
  };
  write(); // before the row, so that no row ever lacks its file
  return inTransaction(db, async (trx) => {
    if (keyed.key_hash !== null) await lockKey(trx, keyed.key_hash);
    const kept = await repeated(trx, keyed, now.ms);
    if (kept) return kept;
    await lockTarget(trx, target);
    await assertAllowed(trx, context, target);
    await lockPictureFile(trx, file);
    write(); // again, if a sweep was faster
    await ensurePictureKey(trx, now.ms);
    const { width, height, color } = encoded;
    const { id } = await trx
      .insertInto('pictures')
      .values({
        kind: target.kind,
        booking_id: target.booking,
        file,
        thumb: '',
        width,
        height,
        color,
        bytes: encoded.picture.length + encoded.thumb.length,
        made_at: now.ms,
        by_user: user?.id ?? null,
        ...keyed,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (target.booking !== null) await publishBooking(trx, target.booking);
    return signed(await signable(trx).where('id', '=', id).executeTakeFirstOrThrow(), now.ms);
  });
}

/** Locks the row of a booking; without one, the pictures of works. */
async function lockTarget(trx: Trx, { booking }: Target): Promise<void> {
  if (booking === null) return lockPictureFile(trx, 'works');
  await trx
    .selectFrom('appointments')
    .select('id')
    .where('booking_id', '=', booking)
    .$call(lockRows(trx))
    .execute();
}

async function publishBooking(trx: Trx, booking: BookingId): Promise<void> {
  const row = await rowOfBooking(trx, booking);
  if (!row) return;
  const { client_id, technician_id } = row;
  publishOnCommit(trx, {
    appointments: ['ADMIN', ...[client_id ?? [], technicianUser(technician_id)].flat()],
  });
}

/** Who may delete it: the owner, the technician of the booking, and of a wish the client or guest. Everybody else gets 404. */
async function deletePicture(
  context: RequestContext & Pick<Upload, 'guestLink'>,
  id: PictureId,
): Promise<void> {
  const { db, user } = context;
  const found =
    (await db
      .selectFrom('pictures')
      .select(['kind', 'booking_id'])
      .where('id', '=', id)
      .executeTakeFirst()) ?? refuse('not_found');
  const row = found.booking_id === null ? undefined : await rowOfBooking(db, found.booking_id);
  if (user?.role === 'TECHNICIAN' && row?.technician_id !== user.technician_id) refuse('not_allowed');
  if (!isStaff(user)) {
    const link =
      context.guestLink === undefined
        ? undefined
        : await bookingOfGuestLink(db, hashToken(context.guestLink));
    const isHers =
      row !== undefined &&
      (row.booking_id === link?.booking_id || (user !== null && row.client_id === user.id));
    if (found.kind !== 'WISH' || !isHers) refuse('not_found');
  }
  await inTransaction(db, async (trx) => {
    await deletePictures(trx, [id]);
    if (found.booking_id !== null) await publishBooking(trx, found.booking_id);
  });
}

async function pictureFile(
  { db, config, now }: RequestContext,
  id: PictureId,
  link: ParsedQuery<'GET /pictures/{id}/file'>,
): Promise<PictureFile> {
  const found = await db
    .selectFrom('pictures')
    .select(['file', 'thumb', signingKey])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found || !isSigned(found.key, id, link, now.ms)) return refuse('not_found');
  const name = link.size === 'thumb' ? thumbOf(found) : found.file;
  const path = pathOf(config, name);
  if (!existsSync(path)) refuse((await isFolderOurs(db, config)) ? 'not_found' : 'pictures_away');
  return new PictureFile(path, name, false);
}

/** Deletes works of deleted services, wishes 30 days after the appointment, wishes of works that are gone, pictures for works that were not used for a day, and keys of requests after a day. */
export const deleteOutdatedPictures: DeleteOutdated = async (db, now) => {
  const before = startOfDay(addDays(dateOf(now.wall), -WISH_DAYS));
  await deleteInBatches(db, 'works', sql<boolean>`service_id is null`); // nobody sees them
  const isOutdated = sql<boolean>`
    (kind = 'WISH' and exists (select 1 from appointments
      where appointments.booking_id = pictures.booking_id and end_datetime < ${before}))
    or (work_id is not null and not exists (select 1 from works where works.id = pictures.work_id))
    or (kind = 'WORK' and made_at < ${now.ms - DAY_MS}
      and not exists (select 1 from works where works.picture_id = pictures.id))`;
  await deleteInBatches(db, 'pictures', isOutdated);
  await db
    .updateTable('pictures')
    .set({ key_hash: null, request_hash: null })
    .where('key_hash', 'is not', null)
    .where('made_at', '<', now.ms - DAY_MS)
    .execute();
};

const swept = new Map<string, number>();

/** Deletes files without a row, at most once an hour. */
export const sweepPictureFiles: DeleteOutdated = async (db, now, config) => {
  const { dataDirectory } = config;
  if (now.ms - (swept.get(dataDirectory) ?? 0) < HOUR_MS) return;
  swept.set(dataDirectory, now.ms);
  if (await isFolderOurs(db, config)) await sweepFiles(db, config, now.ms);
};

export const pictureRoutes: RoutesOf<typeof pictureEndpoints> = {
  'POST /appointments/{id}/pictures': async (request) => {
    const { booking_id } = await ownRow(request, request.params.id);
    return addPicture(request, { kind: request.query.kind, booking: booking_id });
  },
  'POST /guest-link/pictures': async (request) => {
    const { booking_id } = await rowOfLink(request);
    return addPicture({ ...request, user: null }, { kind: 'WISH', booking: booking_id });
  },
  'POST /pictures': (request) => addPicture(request, { kind: 'WORK', booking: null }),
  'DELETE /pictures/{id}': (request) => deletePicture(request, request.params.id),
  'GET /pictures/{id}/file': (request) => pictureFile(request, request.params.id, request.query),
  ...workRoutesOf,
};
