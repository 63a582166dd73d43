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
export function startJobs(work: readonly Job[], everyMs: number, log: Logger): { stop(): Promise<void> } {
  let round: Promise<void> = Promise.resolve();
  let isRunning = false;
  const runAll = async (): Promise<void> => {
    for (const piece of work) {
      try {
        await piece.run();
      } catch (error) {
        log.error({ err: error, work: piece.name }, 'recurring work failed');
      }
    }
    isRunning = false;
  };
  const tick = (): void => {
    if (isRunning) return;
    isRunning = true;
    round = runAll();
  };
  const timer = setInterval(tick, everyMs);
  timer.unref();
  setImmediate(tick);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
