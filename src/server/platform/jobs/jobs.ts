import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Recurring work that is idempotent and safe in several processes at once. */
export interface Job {
  readonly name: string;
  run(): Promise<void>;
}

/** Runs `work` for every item, even if some items fail, and throws all failures at the end. */
export async function forEachIsolated<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
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

/** Runs all jobs every `everyMs`, one after the other, never overlapping. A failed job runs again next time. */
export function startJobs(jobs: readonly Job[], everyMs: number, log: Logger): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const runAll = async (): Promise<void> => {
    for (const job of jobs) {
      try {
        await job.run();
      } catch (error) {
        log.error({ err: error, work: job.name }, 'job failed; will run again');
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

/** The delay of a run after `wake`, so that a burst of changes causes only one run. */
const WAKE_DELAY_MS = 300;

/** How long `stop` waits before it aborts the job's current run. The server has 5 s to stop. */
const STOP_WITHIN_MS = 2500;

/** Signals for a run: when the server stops, `stopping` fires at once and `abort` STOP_WITHIN_MS later. */
export interface StopSignals {
  readonly stopping: AbortSignal;
  readonly abort: AbortSignal;
}

interface Waking {
  readonly name: string;
  /** Does the work. If it resolves to a number, it is called again after this time in ms. */
  run(signals: StopSignals): Promise<unknown>;
  /** Resolves when all background work that `run` started has ended. */
  ended?(): Promise<void>;
}

export interface Woken {
  wake(): void;
  stop(): Promise<void>;
}

/** Runs work soon after `wake`, in the background, so that the response time does not reveal whether there was work. Runs never overlap. */
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
        if (!stopping.signal.aborted)
          log.error({ err: error, work: work.name }, 'job failed; will run again');
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
