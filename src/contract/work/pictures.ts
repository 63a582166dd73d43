import { z } from 'zod';
import type { AppointmentId, PictureId, WorkId } from '#domain/ids.ts';
import { PICTURE_MAX_BYTES } from '#domain/limits.ts';
import { PICTURE_KINDS } from '#domain/work/pictures.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

const size = {
  width: z.int(),
  height: z.int(),
  color: z.string().describe('The average color, `#rrggbb`.'),
};
const urls = {
  url: z.string().describe('A path on this server.'),
  thumb: z.string().describe('At most 320 pixels at its longest side.'),
};
export const picture = s.component('Picture', 'A picture; its URLs are valid for an hour.', {
  id: s.pictureId,
  kind: z.enum(PICTURE_KINDS),
  ...urls,
  ...size,
});
export type Picture = z.infer<typeof picture>;

const work = s.component('Work', 'A picture that the salon shows to everybody.', {
  id: s.workId,
  service_id: s.serviceId,
  ...urls,
  ...size,
  consent: z
    .object({ at: s.wallTime, by: z.string().nullable(), text: z.string() })
    .optional()
    .describe('For the owner only, as the next two.'),
  picture_id: s.pictureId.optional(),
  is_hidden: s.flag
    .optional()
    .describe('1: nobody sees it until the owner publishes its picture again, after a restore.'),
});
export type Work = z.infer<typeof work>;

const upload = {
  takesBytes: true,
  status: 201,
  response: picture,
  bodyMaxBytes: PICTURE_MAX_BYTES,
} as const;
const badPicture = [
  'bad_picture',
  'too_many_pictures',
  'pictures_away',
  'pictures_busy',
  'disk_full',
  'key_reused',
] as const;
const signed = z.object({
  size: z.enum(['picture', 'thumb']),
  until: s.line(20),
  signature: s.line(100),
});

export const pictureEndpoints = [
  endpoint('addPicture', 'POST /appointments/{id}/pictures', 'changeBookings', {
    params: s.idParams<AppointmentId>(),
    query: z.object({ kind: z.enum(['WISH', 'RESULT']) }),
    summary:
      'Adds a picture to a booking, as raw bytes: WISH until it begins, RESULT by the salon after it began. Repeatable with an Idempotency-Key (docs/spec/behaviour.md §30.2).',
    ...upload,
    errors: [
      'not_allowed',
      'appointment_not_booked',
      'appointment_over',
      'appointment_not_begun',
      'too_many_actions',
      ...badPicture,
    ],
  }),
  endpoint('addGuestPicture', 'POST /guest-link/pictures', 'visit', {
    summary:
      "Adds a WISH to a guest's booking; the token of its link is in the header X-Guest-Link (docs/spec/behaviour.md §30.2).",
    ...upload,
    errors: [
      'guest_link_dead',
      'not_allowed',
      'appointment_not_booked',
      'appointment_over',
      'too_many_actions',
      ...badPicture,
    ],
  }),
  endpoint('addWorkPicture', 'POST /pictures', 'manageSalon', {
    query: z.object({ kind: z.literal('WORK') }),
    summary:
      'Adds a picture for a work; deleted after a day if no work uses it (docs/spec/behaviour.md §30.2).',
    ...upload,
    errors: [...badPicture],
  }),
  endpoint('deletePicture', 'DELETE /pictures/{id}', 'visit', {
    params: s.idParams<PictureId>(),
    summary:
      'Deletes a picture and its work; a guest sends the token in the header X-Guest-Link (docs/spec/behaviour.md §30.2).',
    errors: ['not_allowed', 'appointment_over'],
  }),
  endpoint('getPicture', 'GET /pictures/{id}/file', 'visit', {
    params: s.idParams<PictureId>(),
    query: signed,
    fileType: 'image/webp',
    summary: 'The file of a picture, by its signed URL (docs/spec/behaviour.md §30.2).',
    response: z.unknown(),
    errors: ['pictures_away'],
  }),
  endpoint('listWorks', 'GET /works', 'visit', {
    summary: 'The works in their order; for the owner with consent (docs/spec/behaviour.md §30.3).',
    response: z.array(work),
  }),
  endpoint('addWork', 'POST /works', 'manageSalon', {
    summary: 'Publishes a RESULT or WORK with the consent of the person (docs/spec/behaviour.md §30.3).',
    body: z.strictObject({ picture_id: s.pictureId, service_id: s.serviceId, consent: z.literal(1) }),
    example: { picture_id: 4, service_id: 3, consent: 1 },
    status: 201,
    response: work,
    errors: ['not_found', 'unknown_service', 'too_many_pictures'],
  }),
  endpoint('orderWorks', 'PUT /works/order', 'manageSalon', {
    summary: 'Sets the order: all ids; a different set is a `conflict` (docs/spec/behaviour.md §30.3).',
    body: z.strictObject({ ids: z.array(s.workId).max(1000) }),
    response: s.count,
  }),
  endpoint('deleteWork', 'DELETE /works/{id}', 'manageSalon', {
    params: s.idParams<WorkId>(),
    summary: 'Takes a work down; its picture stays (docs/spec/behaviour.md §30.3).',
  }),
  endpoint('getWorkPicture', 'GET /works/{id}/file', 'visit', {
    params: s.idParams<WorkId>(),
    query: z.object({ size: z.enum(['picture', 'thumb']) }),
    fileType: 'image/webp',
    summary: 'The file of a work; caches may keep it for an hour (docs/spec/behaviour.md §30.3).',
    response: z.unknown(),
    errors: ['pictures_away'],
  }),
] as const;
