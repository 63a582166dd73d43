import type { FastifyInstance, InjectOptions } from 'fastify';

const ORIGIN = 'http://salon.test';

/** A `fetch` that calls the server in process, with an optional token and client address (default: loopback). */
export function fetchFrom(
  app: FastifyInstance,
  token: string | null,
  remoteAddress?: string,
): typeof globalThis.fetch {
  return async (address, init = {}) => {
    const url = new URL(String(address), ORIGIN);
    const headers = Object.fromEntries(new Headers(init.headers));
    if (token !== null) headers.authorization = `Bearer ${token}`;
    const answer = await app.inject({
      method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url: url.pathname + url.search,
      headers,
      ...(remoteAddress !== undefined && { remoteAddress }),
      ...(init.body === undefined || init.body === null ? {} : { payload: String(init.body) }),
    });
    const answerHeaders = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) answerHeaders.set(name, String(value));
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
    return new Response(hasBody ? answer.body : null, { status: answer.statusCode, headers: answerHeaders });
  };
}
