import type { WallTime } from '#domain/wall-clock.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Clock } from '../clock.ts';
import { readClock } from '../clock.ts';
import { dataVersion } from '../db/version.ts';
import type { Platform } from './request.ts';

const KEPT_ANSWERS = 200;
const LONGEST_ADDRESS = 200; // an address can be written in endless ways, and each is kept for itself

/** The version of the data; null where it is not known. */
type Version = number | string | null;

interface KeptAnswer {
  readonly version: Version;
  /** What the salon's clock showed when it was asked. */
  readonly from: WallTime;
  /** What the clock shows when it is another one; null: only the data change it. */
  readonly until: WallTime | null;
  readonly text: string;
}

/** An answer that is being made: the version of the data is read before they are. */
export interface AnswerToKeep {
  keep(answer: Omit<KeptAnswer, 'version'>): void;
}

export interface KeptAnswers {
  /** The text of the answer that an earlier request to this address got, if it would get the same now. */
  find(url: string, version?: Version): string | undefined;
  begin(url: string, version?: Version): AnswerToKeep;
}

const isNow = ({ from, until }: KeptAnswer, clock: Clock): boolean => {
  const { wall } = readClock(clock);
  return from <= wall && (until === null || wall < until); // a clock that was put back shows again what had begun
};

/**
 * The texts of answers that are the same for everybody, by the address that was asked: as long as the data have the same version
 * and the clock has not reached their end. docs/decisions/0020-answers-that-are-kept.md
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
