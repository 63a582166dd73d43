/** What the lanes share in which things leave the server: mail and push. */

const MINUTE_MS = 60_000;

/** Both fire when the server stops: first nothing further is started, then what is under way is aborted. */
export interface StopSignals {
  readonly stopping: AbortSignal;
  readonly abort: AbortSignal;
}

/** A row that waits, as it was found. */
interface Due {
  readonly attempts: number;
}

/** Minutes until the next attempt: after the first, the second, …; after the last of them it is given up. */
export type RetryMinutes = readonly number[];

/**
 * What claiming a row leaves: the attempt is counted and the next one put off, in one statement that asks for the count it has
 * seen. So of several processes one gets the row, no lock is held while the network is slow, and one that dies holds nobody up: the
 * row is simply due again later.
 */
export const claimed = ({ attempts }: Due, retryMinutes: RetryMinutes, nowMs: number) => ({
  attempts: attempts + 1,
  next_try_at: nowMs + (retryMinutes[attempts] ?? retryMinutes.at(-1) ?? 0) * MINUTE_MS,
});

/** Takes the first row that is due and that no other process takes at the same moment; undefined: there is none. */
export async function claimNext<D extends Due, C>(
  firstDue: () => Promise<D | undefined>,
  claim: (due: D) => Promise<C | undefined>,
): Promise<C | undefined> {
  for (;;) {
    const due = await firstDue();
    if (!due) return undefined;
    const taken = await claim(due);
    if (taken) return taken;
  }
}
