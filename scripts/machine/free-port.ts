// Finds a free port for programs that cannot listen on port 0 and report the result: PostgreSQL, nginx, Caddy, systemd units.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The range is below the ephemeral ports of Linux and macOS, so that no other program gets the port by chance. */
const [LOWEST, HIGHEST] = [10_240, 32_000];
const MOST_TRIES = 50;

export async function freePort(triesLeft = MOST_TRIES): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (triesLeft > 0) return freePort(triesLeft - 1);
    throw error;
  }
  server.close();
  await once(server, 'close');
  return port;
}
