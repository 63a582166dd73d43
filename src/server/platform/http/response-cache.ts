import type { WallTime } from '#domain/wall-clock.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Clock } from '../clock.ts';
import { readClock } from '../clock.ts';
import { dataVersion } from '../db/version.ts';
import type { Platform } from './request.ts';

const KEPT_ANSWERS = 200;
const LONGEST_ADDRESS = 200; // callers can write an address in endless ways, each with an entry of its own

/** The version of the data; null if unknown. */
type Version = number | string | null;

interface KeptAnswer {
  readonly version: Version;
  /** The salon's clock when the answer was requested. */
  readonly from: WallTime;
  /** The salon's clock when it becomes stale; null: only the data change it. */
  readonly until: WallTime | null;
  readonly text: string;
}

/** An answer in the making: the version of the data was read before the data. */
export interface AnswerToKeep {
  keep(answer: Omit<KeptAnswer, 'version'>): void;
}

export interface KeptAnswers {
  /** Returns the text of an earlier answer to this address if it is still current. */
  find(url: string, version?: Version): string | undefined;
  begin(url: string, version?: Version): AnswerToKeep;
}

const isNow = ({ from, until }: KeptAnswer, clock: Clock): boolean => {
  const { wall } = readClock(clock);
  return from <= wall && (until === null || wall < until); // `from`: after a clock was set back, slots that had begun are free again
};

/**
 * Caches the texts of answers that are the same for everybody, by address: while the data keep their version, and until the clock
 * reaches `until`. docs/decisions/0020-cached-free-slots.md
 */
export function keepAnswers({ db, clock }: Pick<Platform, 'db' | 'clock'>): KeptAnswers {
  const kept = new BoundedMap<string, KeptAnswer>(KEPT_ANSWERS);
  return {
    find(url, version = dataVersion(db)) {
      const answer = kept.get(url);
      if (!answer || version === null) return undefined;
      if (isNow(answer, clock) && answer.version === version) return answer.text;
      kept.delete(url);
      return undefined;
    },
    begin(url, version = dataVersion(db)) {
      return {
        keep(answer) {
          if (version === null || url.length > LONGEST_ADDRESS) return;
          kept.set(url, { ...answer, version });
        },
      };
    },
  };
}
