// Finds a free port for programs that can't choose one themselves (port 0) and report it: PostgreSQL, nginx, Caddy,
// systemd units.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * This range is below the ephemeral ports of Linux and macOS, so that the system does not assign the port to another
 * program.
 */
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
