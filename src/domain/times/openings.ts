/** Openings: the times that a technician offers. Free slots are what bookings and blocks leave of them. */

import { earlier, later } from '../appointments/room.ts';
import { minutesOf, type ServiceMinutes } from '../appointments/service-fit.ts';
import { areSameTimes, overlaps, type Times } from '../appointments/slots.ts';
import { MIN_REMAINING_SLOT_MINUTES } from '../limits.ts';
import { addMinutes } from '../wall-clock.ts';

/** A booking or a block. A block has no services and no clean-up. */
export interface Holder extends Times {
  /** The length of the services, in steps of 5 minutes; null: unknown, or a block. */
  readonly minutes: ServiceMinutes;
  /** The minutes after the services in which nobody is booked. */
  readonly cleanup: number;
}

const isSomeTime = ({ start_datetime, end_datetime }: Times): boolean => start_datetime < end_datetime;
export const isLongEnough = (part: Times): boolean => minutesOf(part) >= MIN_REMAINING_SLOT_MINUTES;
const byStart = (a: Times, b: Times): number => a.start_datetime.localeCompare(b.start_datetime);

/** What `holes` leave of `times`, in order of start. */
export const without = (times: Times, holes: readonly Times[]): Times[] =>
  holes.reduce<Times[]>(
    (parts, hole) =>
      parts.flatMap((part) =>
        overlaps(part, hole)
          ? [
              { ...part, end_datetime: hole.start_datetime },
              { ...part, start_datetime: hole.end_datetime },
            ].filter(isSomeTime)
          : [part],
      ),
    [{ start_datetime: times.start_datetime, end_datetime: times.end_datetime }],
  );

const common = (a: Times, b: Times): Times => ({
  start_datetime: later(a.start_datetime, b.start_datetime),
  end_datetime: earlier(a.end_datetime, b.end_datetime),
});

/** The ground that a booking or block holds: its own time, and its clean-up within the openings that it overlaps. */
export function groundOf(holder: Holder, openings: readonly Times[]): Times[] {
  const { start_datetime, end_datetime, minutes, cleanup } = holder;
  const served = minutes === null ? end_datetime : addMinutes(start_datetime, minutes);
  const after = {
    start_datetime: end_datetime,
    end_datetime: addMinutes(earlier(end_datetime, served), cleanup),
  };
  const own = openings
    .filter((opening) => overlaps(opening, holder))
    .map((opening) => common(opening, after));
  return [{ start_datetime, end_datetime }, ...own.filter(isSomeTime)];
}

const groundOfAll = (holders: readonly Holder[], openings: readonly Times[]): Times[] =>
  holders.flatMap((holder) => groundOf(holder, openings));

/** A part of an opening that can be booked. */
export interface FreePart<Opening extends Times> extends Times {
  readonly opening: Opening;
}

/** What bookings and blocks leave of a technician's openings: parts of at least 15 minutes; an untouched opening stays whole. */
export function freeParts<Opening extends Times>(
  openings: readonly Opening[],
  holders: readonly Holder[],
): FreePart<Opening>[] {
  const held = groundOfAll(holders, openings);
  return openings
    .flatMap((opening) =>
      without(opening, held)
        .filter((part) => isLongEnough(part) || areSameTimes(part, opening))
        .map((part) => ({ ...part, opening })),
    )
    .sort(byStart);
}

/** The ground that a change has freed: held before it, and held by nobody after it. */
export function freedGround(
  openings: readonly Times[],
  before: readonly Holder[],
  after: readonly Holder[],
): Times[] {
  const held = groundOfAll(after, openings);
  return groundOfAll(before, openings).flatMap((ground) => without(ground, held));
}

/** Openings without the withdrawn ground. What remains of a cut opening lasts 15 minutes or more. */
export const withdrawn = <Opening extends Times>(
  openings: readonly Opening[],
  ground: readonly Times[],
): (Opening | Times)[] =>
  openings.flatMap<Opening | Times>((opening) =>
    ground.some((hole) => overlaps(hole, opening))
      ? without(opening, ground).filter(isLongEnough)
      : [opening],
  );

const touches = (a: Times, b: Times): boolean =>
  a.start_datetime === b.end_datetime || a.end_datetime === b.start_datetime;

/** Openings that also offer this ground: what lies outside all openings becomes openings, except short pieces beside one. */
export function offeredAgain<Opening extends Times>(
  openings: readonly Opening[],
  ground: readonly Times[],
): (Opening | Times)[] {
  const added: Times[] = [];
  for (const times of ground) added.push(...without(times, [...openings, ...added]));
  const kept = added.filter(
    (piece) => isLongEnough(piece) || !openings.some((opening) => touches(piece, opening)),
  );
  return [...openings, ...kept].sort(byStart);
}

/** Openings after staff have added, moved or unlocked a free slot: it is an opening of its own. */
export const withOpening = <Opening extends Times>(
  openings: readonly Opening[],
  { start_datetime, end_datetime }: Times,
): (Opening | Times)[] => {
  const times = { start_datetime, end_datetime };
  return [...withdrawn(openings, [times]), times].sort(byStart);
};

/** Openings after staff have unlocked this time or set it AVAILABLE: they are as before, or it is one of its own if it would not be free. */
export function reopened<Opening extends Times>(
  openings: readonly Opening[],
  times: Times,
  held: readonly Holder[],
): (Opening | Times)[] {
  const again = offeredAgain(openings, [times]);
  const isOffered = freeParts(again, held).some((part) => overlaps(part, times));
  return isOffered ? again : withOpening(again, times);
}

/** Openings after staff have resized a free part: it gives up and gains minutes at its ends. */
export function resized<Opening extends Times>(
  openings: readonly Opening[],
  { opening, ...before }: FreePart<Opening>,
  after: Times,
): (Opening | Times)[] {
  if (!overlaps(before, after)) return withOpening(withdrawn(openings, [before]), after);
  const others = withdrawn(
    openings.filter((one) => one !== opening),
    [after],
  );
  const whole = {
    start_datetime: earlier(opening.start_datetime, after.start_datetime),
    end_datetime: later(opening.end_datetime, after.end_datetime),
  };
  const givenUp = without(before, [after]);
  const own = without(whole, givenUp).filter((part) => isLongEnough(part) || areSameTimes(part, after));
  return [...others, ...own].sort(byStart);
}

interface Derived<Row extends Times, Part extends Times> {
  readonly kept: readonly Row[];
  readonly changed: readonly { readonly row: Row; readonly to: Part }[];
  readonly added: readonly Part[];
  readonly gone: readonly Row[];
}

/** How the stored free slots become the derived ones: the same times keep their row, others take the row that they overlap. */
export function derivation<Row extends Times, Part extends Times>(
  rows: readonly Row[],
  parts: readonly Part[],
): Derived<Row, Part> {
  const kept = rows.filter((row) => parts.some((part) => areSameTimes(part, row)));
  const open = parts.filter((part) => !kept.some((row) => areSameTimes(part, row)));
  const changed: { row: Row; to: Part }[] = [];
  const gone: Row[] = [];
  for (const row of rows.filter((one) => !kept.includes(one))) {
    const to = open.find((part) => overlaps(part, row) && !changed.some((change) => change.to === part));
    if (to) changed.push({ row, to });
    else gone.push(row);
  }
  return { kept, changed, added: open.filter((part) => !changed.some(({ to }) => to === part)), gone };
}
