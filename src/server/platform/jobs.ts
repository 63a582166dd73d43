import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Recurring work: safe to run twice and by several processes at once. */
export interface Job {
  readonly name: string;
  run(): Promise<void>;
}

/**
 * The one timer. Jobs run one after the other: one that fails is logged and runs again next time. Never two runs at once.
 * `stop` waits for the run under way.
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

/** A burst of changes is one run. */
const WAKE_DELAY_MS = 300;

/**
 * A job that also runs a moment after what it does may have come up, so that nobody waits for the timer. Never two runs of these
 * at once; one beside the timer's own is harmless. `stop` waits for the run under way.
 */
export function startWaking(job: Job, log: Logger): { wake(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWoken = false;
  const runWhileWoken = async (): Promise<void> => {
    while (isWoken && !stopping.signal.aborted) {
      try {
        await wait(WAKE_DELAY_MS, undefined, { signal: stopping.signal, ref: false });
        isWoken = false;
        await job.run();
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error, work: job.name }, 'recurring work failed');
      }
    }
    running = undefined;
  };
  return {
    wake() {
      isWoken = true;
      if (!stopping.signal.aborted) running ??= runWhileWoken();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
