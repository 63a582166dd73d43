import { expect, test } from 'vitest';
import type { WallTime } from '../wall-clock.ts';
import { countRefusal, looksLikePicture, type PictureKind, pictureRefusal } from './pictures.ts';

test.each<[PictureKind, number, string | undefined]>([
  ['WISH', 2, undefined],
  ['WISH', 3, 'too_many_pictures'],
  ['RESULT', 5, undefined],
  ['RESULT', 6, 'too_many_pictures'],
  ['WORK', 59, undefined],
  ['WORK', 60, 'too_many_pictures'],
])('a %s beside %i others', (kind, count, refusal) => expect(countRefusal(kind, count)).toBe(refusal));

const START: WallTime = '2026-11-17 12:00:00';
const BEFORE: WallTime = '2026-11-17 11:59:59';
const booked = { status: 'BOOKED', start_datetime: START } as const;
const freed = { status: 'AVAILABLE', start_datetime: START } as const;
const client = { isStaff: false, wish_pictures: 1 };
const staff = { isStaff: true, wish_pictures: 0 };

test.each([
  ['a client sends a wish before the start', 'WISH', client, booked, BEFORE, undefined],
  ['a client sends no wish from the start on', 'WISH', client, booked, START, 'appointment_over'],
  [
    'with the setting off a client sends no wish',
    'WISH',
    { ...client, wish_pictures: 0 },
    booked,
    BEFORE,
    'not_allowed',
  ],
  ['the salon adds a wish although the setting is off', 'WISH', staff, booked, BEFORE, undefined],
  ['the salon adds no wish from the start on', 'WISH', staff, booked, START, 'appointment_over'],
  ['a free slot takes no wish', 'WISH', client, freed, BEFORE, 'appointment_not_booked'],
  ['the salon adds a result from the start on', 'RESULT', staff, booked, START, undefined],
  ['the salon adds no result before the start', 'RESULT', staff, booked, BEFORE, 'appointment_not_begun'],
  ['a client adds no result', 'RESULT', client, booked, START, 'not_allowed'],
] as const)('%s', (_, kind, sender, row, now, refusal) =>
  expect(pictureRefusal(kind, sender, row, now)).toBe(refusal),
);

const bytes = (text: string) => Buffer.from(text, 'latin1');
test.each([
  ['JPEG', bytes('\xff\xd8\xff\xe0'), true],
  ['PNG', bytes('\x89PNG\r\n\x1a\n'), true],
  ['WebP', bytes('RIFF0000WEBPVP8 '), true],
  ['AVIF', bytes('\0\0\0 ftypavif'), true],
  ['HEIC', bytes('\0\0\0 ftypheic'), false],
  ['a sound in the container of WebP', bytes('RIFF0000WAVEfmt '), false],
  ['GIF', bytes('GIF89a'), false],
  ['SVG', bytes('<svg xmlns="http'), false],
  ['nothing', bytes(''), false],
])('%s', (_, content, isPicture) => expect(looksLikePicture(content)).toBe(isPicture));
