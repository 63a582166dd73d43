// The process. Its compiled modules are cached, which makes later starts a third shorter: all but this file's own.
import './platform/private-files.ts';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../.cache/node')); // nothing is cached where this folder cannot be written

if (import.meta.filename.endsWith('.js')) (await import('./stack-traces.ts')).nameSourcesInTraces();
const { exitWithMessage } = await import('./startup-messages.ts');
try {
  const { readConfig } = await import('./platform/config.ts');
  const { startServer } = await import('./start.ts');
  await startServer(readConfig(process.env));
} catch (error) {
  exitWithMessage(error);
}
