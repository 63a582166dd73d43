// Preloaded into a release's server (node --import): moves its clock by CLOCK_MOVED_MS. SIGUSR2 stops the clock at the start of the current second, and with it the recurring work.
const real = Date.now.bind(Date);
const moved = Number(process.env.CLOCK_MOVED_MS ?? 0);
const SECOND_MS = 1000;
let stoppedAt: number | undefined;

Date.now = () => stoppedAt ?? real() + moved;

const every = globalThis.setInterval;
const whileRunning = (work: () => void, ms?: number) =>
  every(() => {
    if (stoppedAt === undefined) work();
  }, ms);
globalThis.setInterval = Object.assign(whileRunning, every);

process.on('SIGUSR2', () => {
  stoppedAt = Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
  console.log(`clock stopped at ${stoppedAt}`);
});
