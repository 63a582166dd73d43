import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { learnZoneOffset } from '#domain/wall-clock.ts';
import { beginFirstRender } from '../lib/clock/server-clock.ts';

/** The API responses and the time with which the server rendered the page; hydration reuses them. docs/spec/behaviour.md §7.12 */
export interface PageStart {
  readonly minuteMs: number;
  /** The salon's time zone and its UTC offset at `minuteMs`, so that the first screen needs no time zone data. */
  readonly zone: readonly [name: string, offsetMs: number];
  readonly responses: readonly (readonly [key: QueryKey, response: unknown])[];
}

export const PAGE_START_ID = 'start';

/** The name of the document event and of the performance mark for a hydrated page. app/early.ts waits for the event. */
export const PAGE_STARTED = 'lunula:started';

export function hydrateCache({ minuteMs, zone, responses }: PageStart, client: QueryClient): void {
  beginFirstRender(minuteMs);
  learnZoneOffset(minuteMs, ...zone);
  for (const [key, response] of responses) client.setQueryData(key, response);
}
