import type { FastifyInstance } from 'fastify';
import type { Config } from './platform/config.ts';
import { CannotOpen } from './platform/db/open.ts';

const reasons = ({ host, port }: Config): Readonly<Record<string, string>> => ({
  EADDRINUSE: `Port ${port} is already in use. Stop what uses it, or set PORT.`,
  EACCES: `Port ${port} may not be used by this user. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
  ENOTFOUND: `HOST ${host} is no address of this machine.`,
  EAI_AGAIN: `HOST ${host} is no address of this machine.`,
});

/** Begins to listen and returns the address; where that is not possible, one clear line. */
export async function listenAt(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const reason = reasons(config)[(error as { code?: string }).code ?? ''];
    throw reason === undefined ? error : new CannotOpen(reason, { cause: error });
  }
}
