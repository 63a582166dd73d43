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
    const response = await app.inject({
      method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url: url.pathname + url.search,
      headers,
      ...(remoteAddress !== undefined && { remoteAddress }),
      ...(init.body === undefined || init.body === null ? {} : { payload: String(init.body) }),
    });
    const responseHeaders = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) responseHeaders.set(name, String(value));
    const hasBody = response.statusCode !== 204 && response.statusCode !== 304;
    return new Response(hasBody ? response.body : null, {
      status: response.statusCode,
      headers: responseHeaders,
    });
  };
}
