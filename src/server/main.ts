// Starts the process. Compiled modules are cached, which makes later starts a third faster.
import './platform/private-files.ts';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../.cache/node')); // if this folder is not writable, Node caches nothing

if (import.meta.filename.endsWith('.js')) (await import('./stack-traces.ts')).nameSourcesInTraces();
const { exitWithMessage } = await import('./startup-messages.ts');
try {
  const { readConfig } = await import('./platform/config.ts');
  const { startServer } = await import('./start.ts');
  await startServer(readConfig(process.env));
} catch (error) {
  exitWithMessage(error);
}
