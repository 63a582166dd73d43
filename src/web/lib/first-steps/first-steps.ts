import { queryOptions, skipToken } from '@tanstack/react-query';
import { SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { request } from '../api.ts';
import { itemOnDevice, keepOnDevice } from '../storage.ts';

/** On this device somebody has shared, copied, kept or printed the salon's link. */
const LINK_SHARED_KEY = 'link-shared';

export const keepLinkShared = (): void => keepOnDevice(LINK_SHARED_KEY, '1');

async function firstStepsOf(today: WallDate, signal: AbortSignal) {
  const to = yearsFrom(today, SLOT_RANGE_YEARS);
  const booked = { from: yearsFrom(today, -SLOT_RANGE_YEARS), to, status: 'BOOKED', limit: 1 } as const;
  const [bookings, settings, ...made] = await Promise.all([
    request('GET /appointments/list', { query: booked, signal }),
    request('GET /settings', { signal }),
    request('GET /services', { signal }),
    request('GET /templates', { signal }),
    request('GET /appointments/list', { query: { from: today, to, limit: 1 }, signal }),
  ]);
  if (bookings.length > 0) return null;
  const hasContact = settings.salon_phone !== '' || settings.salon_address !== '';
  return [hasContact, ...made.map((rows) => rows.length > 0), itemOnDevice(LINK_SHARED_KEY) === '1'];
}

/** Of every day. */
export const FIRST_STEPS_KEY = ['first-steps'] as const;

export const firstStepsQueries = {
  /**
   * Which of the first steps are done: contact, services, templates, slots, the link shared. null where something has been
   * booked: that salon is open.
   */
  of: (today: WallDate | null) =>
    queryOptions({
      queryKey: [...FIRST_STEPS_KEY, today],
      queryFn: today === null ? skipToken : ({ signal }) => firstStepsOf(today, signal),
      staleTime: 0,
    }),
};
