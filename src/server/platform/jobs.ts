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
