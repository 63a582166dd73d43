import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { learnZoneOffset } from '#domain/wall-clock.ts';
import { beginFirstRender } from '../lib/server-clock.ts';

/**
 * What a page comes with that the server has rendered: the answers it was made of, and the minute. The first render in the browser
 * begins with the same, and so gives the same page. docs/spec/behaviour.md §7.12
 */
export interface PageStart {
  /** The server's minute, epoch ms. */
  readonly minuteMs: number;
  /** The salon's zone, and by how much it is ahead of UTC in that minute: nothing on the first screen has to read a zone. */
  readonly zone: readonly [name: string, offsetMs: number];
  readonly answers: readonly (readonly [key: QueryKey, answer: unknown])[];
}

/** The id of the element that holds it, as JSON. */
export const PAGE_START_ID = 'start';

/** The event on the document, and the mark in its timeline, once the page answers to the user; src/web/app/early.ts waits for it. */
export const PAGE_STARTED = 'lunula:started';

/**
 * Begins with what the page came with: told once, to the client of the first session only.
 */
export function beginWith({ minuteMs, zone, answers }: PageStart, client: QueryClient): void {
  beginFirstRender(minuteMs);
  learnZoneOffset(minuteMs, ...zone);
  for (const [key, answer] of answers) client.setQueryData(key, answer);
}
