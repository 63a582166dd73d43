import { afterEach, describe, expect, test } from 'vitest';
import type { AppointmentStatus } from '#domain/appointments/appointments.ts';
import { type ServiceId, toId } from '#domain/ids.ts';
import { tongue as english } from '#domain/language/en/tongue.ts';
import { tongue as russian } from '#domain/language/ru/tongue.ts';
import { tongue as cyrillic } from '#domain/language/sr-Cyrl/tongue.ts';
import { speakBy } from '#domain/language/translate.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { limitText, missedText, visitToRepeat } from './active-bookings.tsx';

const [GEL, PEDIKIR, DELETED] = [toId<ServiceId>(1), toId<ServiceId>(2), toId<ServiceId>(3)];
const services = [{ id: GEL }, { id: PEDIKIR }];

interface Visit {
  status: AppointmentStatus;
  guest_name: string | null;
  services: { service_id: ServiceId | null }[];
}
const visit = (ids: ServiceId | null | ServiceId[], other: Partial<Visit> = {}): Visit => ({
  status: 'BOOKED',
  guest_name: null,
  services: [ids ?? []].flat().map((service_id) => ({ service_id })),
  ...other,
});

test.each<[string, Visit[], ServiceId | ServiceId[] | undefined]>([
  ['the latest of several appointments is repeated', [visit(GEL), visit(PEDIKIR)], GEL],
  ['a canceled appointment is not repeated', [visit(GEL, { status: 'CANCELLED' }), visit(PEDIKIR)], PEDIKIR],
  [
    'an appointment for another person is not repeated',
    [visit(GEL, { guest_name: 'Mila' }), visit(PEDIKIR)],
    PEDIKIR,
  ],
  ['an appointment without a service is not repeated', [visit(null), visit(PEDIKIR)], PEDIKIR],
  [
    'an appointment whose service is no longer offered is not repeated',
    [visit(DELETED), visit(PEDIKIR)],
    PEDIKIR,
  ],
  [
    'nothing is repeated if the salon offers none of the services any more',
    [visit(DELETED), visit(null)],
    undefined,
  ],
  ['nothing is repeated without past appointments', [], undefined],
  ['several services are booked again together', [visit([PEDIKIR, GEL])], [GEL, PEDIKIR]],
  [
    'several services are not repeated if one is no longer offered',
    [visit([GEL, DELETED]), visit(PEDIKIR)],
    PEDIKIR,
  ],
])('%s', (_what, past, expected) => {
  const found = visitToRepeat(past, services)?.services.map(({ id }) => id);
  expect(found).toEqual(expected === undefined ? undefined : [expected].flat());
});

test.each<[WallTime, AppointmentStatus, string | null]>([
  ['2025-03-12 09:59:59', 'CANCELLED', 'Bio zakazan za sredu, 12. mart u 10:00'],
  ['2024-12-30 12:00:00', 'CANCELLED', 'Bio zakazan za sredu, 12. mart 2025. u 10:00'],
  ['2025-03-12 10:00:00', 'CANCELLED', null],
  ['2025-03-12 09:59:59', 'BOOKED', null],
])('at %s, a %s appointment of 12 March 2025, 10:00, shows: %s', (now, status, text) => {
  expect(missedText({ status, start_datetime: '2025-03-12 10:00:00' }, now)).toBe(text);
});

test.each([
  [1, 2, 'Možete imati još jedan aktivan termin.'],
  [1, 3, 'Možete imati još 2 aktivna termina.'],
  [1, 10, 'Možete imati još 9 aktivnih termina.'],
  [2, 2, 'Možete imati najviše 2 aktivna zakazana termina.'],
  [3, 2, 'Možete imati najviše 2 aktivna zakazana termina.'],
])('a client with %i of %i allowed bookings reads: %s', (active, most, text) => {
  expect(limitText(active, most)).toBe(text);
});

describe('in the language of the reader', () => {
  afterEach(() => speakBy(() => undefined));

  test.each([
    [english, 1, 2, 'You can make one more booking.'],
    [english, 1, 3, 'You can make 2 more bookings.'],
    [russian, 1, 2, 'Можно сделать ещё одну запись.'],
    [russian, 1, 3, 'Можно сделать ещё 2 записи.'],
    [russian, 1, 10, 'Можно сделать ещё 9 записей.'],
    [cyrillic, 1, 10, 'Можете имати још 9 активних термина.'],
  ])('$language: %i of %i allowed bookings', (tongue, active, most, text) => {
    speakBy(() => tongue);
    expect(limitText(active, most)).toBe(text);
  });
});
