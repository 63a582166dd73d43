// The process. What it is made of is compiled at the first start and read at later ones, which takes a third off them.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../.cache/node')); // where it can't be written nothing is kept

const { exitWithMessage } = await import('./startup-messages.ts');
try {
  const { readConfig } = await import('./platform/config.ts');
  const { startServer } = await import('./start.ts');
  await startServer(readConfig(process.env));
} catch (error) {
  exitWithMessage(error);
}
