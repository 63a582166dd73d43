// Pictures in responses, and their signed URLs. docs/spec/behaviour.md §30.2
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Picture } from '#contract/work/pictures.ts';
import type { BookingId, PictureId, WorkId } from '#domain/ids.ts';
import { PICTURE_LINK_SECONDS } from '#domain/limits.ts';
import { ensureSecret } from '../auth/secrets.ts';
import { refuse } from '../errors.ts';
import { jsonArray, jsonText, parseJson } from './json.ts';
import type { Db, Trx } from './schema.ts';

export type PictureSize = 'picture' | 'thumb';

const PICTURE_KEY = 'picture_key';

/** SQL for the key that signs the URLs of pictures. */
const pictureKey = sql<string>`(select value from secrets where name = ${sql.lit(PICTURE_KEY)})`;

export const ensurePictureKey = (db: Db | Trx, nowMs: number) => ensureSecret(db, PICTURE_KEY, nowMs);

export interface SignablePicture extends Omit<Picture, 'url' | 'thumb'> {
  /** The key for its URLs, as stored. */
  readonly key: string;
}

export const SIGNABLE_COLUMNS = ['id', 'kind', 'width', 'height', 'color'] as const;

/** The signable columns of pictures; select them with `SIGNABLE_COLUMNS`. */
export const signingKey = pictureKey.as('key');

const signatureOf = (key: string, id: number, size: PictureSize, until: number): string =>
  createHmac('sha256', key).update(`${id} ${size} ${until}`).digest('base64url');

/** A picture with URLs that are valid for an hour. */
export function signed({ key, ...picture }: SignablePicture, nowMs: number): Picture {
  const until = Math.floor(nowMs / 1000) + PICTURE_LINK_SECONDS;
  const url = (size: PictureSize) =>
    `/api/pictures/${picture.id}/file?size=${size}&until=${until}&signature=${signatureOf(key, picture.id, size, until)}`;
  return { ...picture, url: url('picture'), thumb: url('thumb') };
}

interface Link {
  readonly size: PictureSize;
  readonly until: string;
  readonly signature: string;
}

/** True for an unexpired URL that this salon has signed. */
export function isSigned(
  key: string | null,
  id: number,
  { size, until, signature }: Link,
  nowMs: number,
): boolean {
  if (key === null || Number(until) * 1000 < nowMs) return false;
  const right = Buffer.from(signatureOf(key, id, size, Number(until)));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}

/** SQL for the pictures of an appointment's booking of this kind, as JSON text with the key that signs them. */
export const picturesJson = (db: Db | Trx, kind: 'WISH' | 'RESULT'): RawBuilder<string> => {
  const object = sql`'id', shown.id, 'kind', shown.kind, 'width', shown.width, 'height', shown.height,
    'color', shown.color, 'key', ${pictureKey}`;
  return jsonText(
    db,
    sql`(select ${jsonArray(db, object, sql`shown.id`)} from pictures as shown
    where shown.booking_id = appointments.booking_id and shown.kind = ${sql.lit(kind)})`,
  );
};

export const picturesFromJson = (text: string, nowMs: number): Picture[] =>
  (parseJson(text) as SignablePicture[]).map((picture) => signed(picture, nowMs));

/** The wishes of a booking, for its guest. */
export async function wishesOf(
  db: Db | Trx,
  booking_id: BookingId | null,
  nowMs: number,
): Promise<Picture[]> {
  const rows = await db
    .selectFrom('pictures')
    .select([...SIGNABLE_COLUMNS, signingKey])
    .where('booking_id', '=', booking_id)
    .where('kind', '=', 'WISH')
    .orderBy('id')
    .execute();
  return rows.map((picture) => signed(picture, nowMs));
}

const ofBookings = (trx: Trx, bookings: readonly BookingId[]) =>
  trx.selectFrom('pictures').select('pictures.id').where('booking_id', 'in', bookings);

/** Forgets the pictures of bookings; a published result stays as a work, of whose consent only day and wording are kept. docs/spec/behaviour.md §30.2 */
export async function forgetPictures(trx: Trx, bookings: readonly BookingId[]): Promise<void> {
  const published = trx.selectFrom('works').select('picture_id');
  await trx
    .deleteFrom('pictures')
    .where('id', 'in', ofBookings(trx, bookings))
    .where('id', 'not in', published)
    .execute();
  await trx
    .updateTable('works')
    .set(({ eb }) => ({
      consent_by: null,
      consent_at: sql<number>`${eb.ref('consent_at')} - ${eb.ref('consent_at')} % 86400000`,
    }))
    .where('picture_id', 'in', ofBookings(trx, bookings))
    .execute();
  await trx
    .updateTable('pictures')
    .set({ kind: 'WORK', booking_id: null, by_user: null, key_hash: null })
    .where('booking_id', 'in', bookings)
    .execute();
}

/** Deletes the wishes of a booking whose person was corrected. */
export const forgetWishes = (trx: Trx, booking: BookingId) =>
  trx.deleteFrom('pictures').where('booking_id', '=', booking).where('kind', '=', 'WISH').execute();

/** Deletes pictures, and takes their works down with the wishes that refer to them. */
export async function deletePictures(trx: Trx, ids: readonly PictureId[]): Promise<void> {
  const works = trx.selectFrom('works').select('works.id').where('picture_id', 'in', ids);
  await trx.deleteFrom('pictures').where('work_id', 'in', works).execute();
  await trx.deleteFrom('pictures').where('id', 'in', ids).execute();
}

/** Deletes the pictures of bookings, and takes their works down. */
export const erasePictures = async (trx: Trx, bookings: readonly BookingId[]): Promise<void> =>
  deletePictures(
    trx,
    (await ofBookings(trx, bookings).execute()).map(({ id }) => id),
  );

export const worksOfServices = (db: Db | Trx) =>
  db
    .selectFrom('works')
    .innerJoin('pictures', 'pictures.id', 'works.picture_id')
    .innerJoin('services', 'services.id', 'works.service_id');

/** The works of services that are offered, with those that the owner has not confirmed since a restore. */
export const listedWorks = (db: Db | Trx) => worksOfServices(db).where('services.is_offered', '=', 1);

/** The works that everybody sees. */
export const shownWorks = (db: Db | Trx) => listedWorks(db).where('is_hidden', '=', 0);

export const countShownWorks = async (db: Db): Promise<number> =>
  (
    await shownWorks(db)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Makes a work the wish of a new booking; refuses one that is no longer published. docs/spec/behaviour.md §30.3 */
export async function wishWork(trx: Trx, work_id: WorkId, booking_id: BookingId | null, nowMs: number) {
  const columns = ['file', 'thumb', 'width', 'height', 'color', 'bytes'] as const;
  const work = await shownWorks(trx).select(columns).where('works.id', '=', work_id).executeTakeFirst();
  if (!work) refuse('work_gone');
  await ensurePictureKey(trx, nowMs);
  await trx
    .insertInto('pictures')
    .values({ ...work, kind: 'WISH', booking_id, work_id, made_at: nowMs })
    .execute();
}
