// A measured process loads this module with `--import`. Whenever the parent process requests the resource usage, the
// module sends the usage since the previous request.
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Usage {
  /** The longest time that the event loop was blocked, in ms. */
  readonly holdMs: number;
  /** The CPU time of all threads, in ms. */
  readonly cpuMs: number;
}

const TICK_MS = 1;
const NS_PER_MS = 1e6;
const US_PER_MS = 1e3;
const delay = monitorEventLoopDelay({ resolution: TICK_MS });
delay.enable();
let before = process.cpuUsage();

process.on('message', (asked) => {
  if (asked !== 'usage') return;
  const { user, system } = process.cpuUsage(before);
  const holdMs = Math.max(0, delay.max / NS_PER_MS - TICK_MS);
  before = process.cpuUsage();
  delay.reset();
  process.send?.({ holdMs, cpuMs: (user + system) / US_PER_MS } satisfies Usage);
});
process.channel?.unref(); // the IPC channel to the parent must not keep the process alive
