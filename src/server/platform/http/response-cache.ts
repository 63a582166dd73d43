import type { WallTime } from '#domain/wall-clock.ts';
import { BoundedMap } from '../bounded-map.ts';
import { type Clock, readClock } from '../clock.ts';
import { dataVersion } from '../db/version.ts';
import type { Platform } from './request.ts';

const MOST_RESPONSES = 200;
const LONGEST_ADDRESS = 200; // longer URLs are not cached: clients could fill the cache with variants

/** The version of the data; null if unknown. */
type Version = number | string | null;

export interface CachedResponse {
  readonly version: Version;
  readonly from: WallTime;
  /** The salon's time at which the response becomes stale; null = never. */
  readonly until: WallTime | null;
  readonly text: string;
}

export type ResponseCache = ReturnType<typeof makeResponseCache>;

/** A response that is being made. The version of the data was read before the data. */
export type PendingResponse = ReturnType<ResponseCache['begin']>;

const isInTime = ({ from, until }: CachedResponse, clock: Clock): boolean => {
  const { wall } = readClock(clock);
  return from <= wall && (until === null || wall < until); // the clock may have been set back to a time before `from`
};

/** Caches public responses by URL until the data change or the clock reaches `until`. docs/decisions/0020-cached-free-slots.md */
export function makeResponseCache({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const cached = new BoundedMap<string, CachedResponse>(MOST_RESPONSES);
  return {
    find(url: string, version: Version = dataVersion(db)): string | undefined {
      const found = cached.get(url);
      if (!found || version === null) return undefined;
      if (isInTime(found, clock) && found.version === version) return found.text;
      cached.delete(url);
      return undefined;
    },
    begin(url: string, version: Version = dataVersion(db)) {
      return {
        store(response: Omit<CachedResponse, 'version'>): void {
          if (version === null || url.length > LONGEST_ADDRESS) return;
          cached.set(url, { ...response, version });
        },
      };
    },
  };
}
