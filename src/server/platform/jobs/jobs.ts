import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Recurring work: safe to run twice and by several processes at once. */
export interface Job {
  readonly name: string;
  run(): Promise<void>;
}

/** Does the work for each item in turn, also after one has failed, and throws what failed at the end. */
export async function forEachIsolated<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
}

/**
 * The one timer. Jobs run one after the other: one that fails is logged and runs again next time. Runs never overlap.
 * `stop` waits for the current run.
 */
export function startJobs(jobs: readonly Job[], everyMs: number, log: Logger): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const runAll = async (): Promise<void> => {
    for (const job of jobs) {
      try {
        await job.run();
      } catch (error) {
        log.error({ err: error, work: job.name }, 'recurring work failed');
      }
    }
    isRunning = false;
  };
  const runUnlessRunning = (): void => {
    if (isRunning) return;
    isRunning = true;
    running = runAll();
  };
  const timer = setInterval(runUnlessRunning, everyMs);
  timer.unref();
  setImmediate(runUnlessRunning);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Collects a burst of changes into one run. */
const WAKE_DELAY_MS = 300;
/** Before the current run is aborted; the server has 5 s to stop. */
const STOP_WITHIN_MS = 2500;

/** Both fire when the server stops: `stopping` at once, `abort` when work still runs after STOP_WITHIN_MS. */
export interface StopSignals {
  readonly stopping: AbortSignal;
  readonly abort: AbortSignal;
}

interface Waking {
  readonly name: string;
  /** A number as its result: there is more to do in so many ms. */
  run(signals: StopSignals): Promise<unknown>;
  /** Resolves when what a run has started without awaiting it is done. */
  ended?(): Promise<void>;
}

export interface Woken {
  /** There may be something to do: runs soon, in the background. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Work that runs a moment after `wake`: nobody waits for the timer, and the time of a response does not show what it queued. Runs
 * never overlap. `stop` waits for the current run and aborts it when it takes too long.
 */
export function startWaking(work: Waking, log: Logger): Woken {
  const stopping = new AbortController();
  const abort = new AbortController();
  const signals = { stopping: stopping.signal, abort: abort.signal };
  let running: Promise<void> | undefined;
  let isWoken = false;
  let alarm: NodeJS.Timeout | undefined;
  const wake = (): void => {
    isWoken = true;
    if (!stopping.signal.aborted) running ??= runWhileWoken();
  };
  const runWhileWoken = async (): Promise<void> => {
    while (isWoken && !stopping.signal.aborted) {
      try {
        await wait(WAKE_DELAY_MS, undefined, { signal: stopping.signal, ref: false });
        isWoken = false;
        const moreInMs = await work.run(signals);
        clearTimeout(alarm);
        if (typeof moreInMs === 'number') alarm = setTimeout(wake, moreInMs).unref();
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error, work: work.name }, 'recurring work failed');
      }
    }
    running = undefined;
  };
  return {
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(alarm);
      const ended = Promise.all([running, work.ended?.()]);
      await Promise.race([ended, wait(STOP_WITHIN_MS, undefined, { ref: false })]);
      abort.abort();
      await ended;
    },
  };
}
