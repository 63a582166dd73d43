// Preloaded into a server with `--expose-gc --import`. On SIGUSR2, it collects garbage and prints the resident memory in bytes.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ rss_after_gc: rss })}\n`);
});
