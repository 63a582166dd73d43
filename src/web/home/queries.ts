import { useQuery } from '@tanstack/react-query';
import { POLL_MS } from '#domain/limits.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { request } from '../lib/api.ts';

/** Fresh every 60 s and whenever the page comes to the front (docs/spec/product.md §9.2). */
const POLLED = { refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' } as const;

/** The owner's next appointment, null when there is none. */
export const useNextAppointment = () =>
  useQuery({
    queryKey: ['appointments', 'next'],
    queryFn: ({ signal }) => request('GET /appointments/next', { signal }),
    ...POLLED,
  });

/** All that is booked on a day, by start. */
export const useBookedOn = (date: WallDate | null) =>
  useQuery({
    queryKey: ['appointments', 'list', { from: date, to: date, status: 'BOOKED' }],
    queryFn: ({ signal }) =>
      request('GET /appointments/list', {
        query: { from: date ?? '', to: date ?? '', status: 'BOOKED' },
        signal,
      }),
    enabled: date !== null,
    ...POLLED,
  });
