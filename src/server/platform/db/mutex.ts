const TURN_MS = 5;

/**
 * Strictly first come, first served. node:sqlite never gives the event loop a turn by itself: promises that wait only for it
 * settle as microtasks. So, at most every TURN_MS, whoever is next gets the lock through setImmediate, and timers and sockets
 * run before.
 */
export function makeMutex(): { lock(): Promise<void>; unlock(): void } {
  let held = false;
  let waiting: (() => void)[] = [];
  let head = 0;
  let lastTurn = 0;
  const give = (to: () => void): void => {
    if (performance.now() - lastTurn < TURN_MS) {
      to();
      return;
    }
    setImmediate(() => {
      lastTurn = performance.now();
      to();
    });
  };
  return {
    lock: () =>
      new Promise<void>((resolve) => {
        if (held) {
          waiting.push(resolve);
          return;
        }
        held = true;
        give(resolve);
      }),
    unlock() {
      const next = waiting[head++];
      if (!next) {
        held = false;
        waiting = [];
        head = 0;
        return;
      }
      if (head > 1024) {
        waiting.splice(0, head);
        head = 0;
      }
      give(next);
    },
  };
}
