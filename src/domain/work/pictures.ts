/** Pictures of wishes, results and works. docs/spec/behaviour.md §30.2 */
import { type ActionRefusal, type AppointmentStatus, actionRefusal } from '../appointments/appointments.ts';
import type { WallTime } from '../wall-clock.ts';

export const PICTURE_KINDS = ['WISH', 'RESULT', 'WORK'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** The most pictures: wishes and results of a booking, and works of the salon. */
export const MAX_WISHES = 3;
export const MAX_WORKS = 60;
const MOST: Record<PictureKind, number> = { WISH: MAX_WISHES, RESULT: 6, WORK: MAX_WORKS };

/** Refuses one picture more than allowed. docs/spec/behaviour.md §30.2 */
export const countRefusal = (kind: PictureKind, count: number): 'too_many_pictures' | undefined =>
  count >= MOST[kind] ? 'too_many_pictures' : undefined;

interface Sender {
  readonly isStaff: boolean;
  /** The setting `wish_pictures`. */
  readonly wish_pictures: number;
}

/** Refuses a picture of an appointment: a wish is sent until it begins, a result after it began and only by staff. docs/spec/behaviour.md §30.2 */
export function pictureRefusal(
  kind: 'WISH' | 'RESULT',
  { isStaff, wish_pictures }: Sender,
  appointment: { readonly status: AppointmentStatus; readonly start_datetime: WallTime },
  now: WallTime,
): ActionRefusal | undefined {
  if (kind === 'RESULT')
    return isStaff ? actionRefusal('record_work', appointment, 'ADMIN', now) : 'not_allowed';
  if (!isStaff && wish_pictures === 0) return 'not_allowed';
  return actionRefusal('set_guest', appointment, 'CLIENT', now); // also for staff: a wish comes before the work
}

const FORMATS: readonly (readonly [offset: number, bytes: readonly number[]])[][] = [
  [[0, [0xff, 0xd8, 0xff]]], // JPEG
  [[0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]], // PNG
  [
    [0, [0x52, 0x49, 0x46, 0x46]],
    [8, [0x57, 0x45, 0x42, 0x50]],
  ], // WebP
  [
    [4, [0x66, 0x74, 0x79, 0x70]],
    [8, [0x61, 0x76, 0x69]],
  ], // AVIF
];

/** True if the bytes begin like a JPEG, PNG, WebP or AVIF picture. */
export const looksLikePicture = (bytes: Uint8Array): boolean =>
  FORMATS.some((parts) =>
    parts.every(([offset, part]) => part.every((byte, n) => bytes[offset + n] === byte)),
  );
