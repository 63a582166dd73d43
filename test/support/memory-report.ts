// Preloaded into a server (`--expose-gc --import`): on SIGUSR2 it frees what nothing holds any more, and prints what it has then.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { rss } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ rss_after_gc: rss })}\n`);
});
