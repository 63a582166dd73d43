import { describe, expect, test } from 'vitest';
import { ApiError, errorFields, errorText, request, setTokenSource } from './api.ts';

type Sent = { url: string; init: RequestInit };

/** Returns a fetch function that gives a fixed response and records the requests. */
function answering(status: number, body: unknown, sent: Sent[] = []): typeof fetch {
  return async (url, init) => {
    sent.push({ url: String(url), init: init ?? {} });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(status === 204 ? null : text, { status });
  };
}

async function refusalOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`no ApiError but ${String(error)}`);
}

describe('request', () => {
  test('a request fills in path and query, and sends the body as JSON', async () => {
    const sent: Sent[] = [];
    const fetch = answering(200, { id: 7 }, sent);
    await request(
      'GET /appointments/list',
      { query: { from: '2026-11-17', to: '2026-11-18', limit: 5 } },
      fetch,
    );
    await request('POST /appointments/{id}/cancel', { params: { id: 7 }, body: { reason: 'Šta' } }, fetch);
    expect(sent.map(({ url }) => url)).toEqual([
      '/api/appointments/list?from=2026-11-17&to=2026-11-18&limit=5',
      '/api/appointments/7/cancel',
    ]);
    expect(sent[1]?.init.method).toBe('POST');
    expect(sent[1]?.init.body).toBe('{"reason":"Šta"}');
    expect(new Headers(sent[1]?.init.headers).get('content-type')).toBe('application/json');
    expect(new Headers(sent[0]?.init.headers).has('content-type')).toBe(false);
  });

  test('request returns undefined for a 204 response', async () => {
    expect(await request('POST /auth/logout', {}, answering(204, null))).toBeUndefined();
  });

  test('a refused request throws an error with the server’s text', async () => {
    const wire = { error: 'Email adresa nije ispravna.', code: 'bad_input', fields: { email: 'Email.' } };
    const refusal = await refusalOf(request('GET /services', {}, answering(400, wire)));
    expect(refusal).toMatchObject({ status: 400, code: 'bad_input', text: wire.error });
    expect(errorText(refusal, 'Rezerva.')).toBe(wire.error);
    expect(errorFields(refusal)).toEqual({ email: 'Email.' });
  });

  test.each([
    ['an HTML page instead of JSON', answering(502, '<html>')],
    ['an empty body', answering(500, '')],
    ['a successful response with broken JSON', answering(200, '{"id":')],
    ['no network', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('throws an error without text for %s', async (_, fetch) => {
    expect(errorText(await refusalOf(request('GET /services', {}, fetch)), 'Rezerva.')).toBe('Rezerva.');
  });

  test('an aborted request throws the signal’s AbortError', async () => {
    const signal = AbortSignal.abort();
    const fetch = async () => Promise.reject(signal.reason);
    await expect(request('GET /services', { signal }, fetch)).rejects.toBe(signal.reason);
  });
});

describe('setTokenSource: the session token of requests', () => {
  test('each request except the login sends the session token or a given authorization header, and reports whether the server accepts the token', async () => {
    const refused: string[] = [];
    const accepted: string[] = [];
    setTokenSource({
      token: () => 'abc',
      tokenAccepted: (token) => accepted.push(token),
      tokenRefused: (token) => refused.push(token),
    });
    const sent: Sent[] = [];
    await refusalOf(
      request('GET /auth/me', {}, answering(401, { error: 'x', code: 'login_required' }, sent)),
    );
    await request('GET /auth/me', { headers: { authorization: 'Bearer mine' } }, answering(200, {}, sent));
    await refusalOf(request('GET /auth/me', {}, answering(403, { error: 'x', code: 'not_allowed' }, sent)));
    const login = { body: { email: 'ana@primer.rs', password: 'pogrešna' } };
    await refusalOf(
      request('POST /auth/login', login, answering(401, { error: 'x', code: 'login_failed' }, sent)),
    );
    await request('GET /services', {}, answering(200, [], sent));
    const carried = sent.map(({ init }) => new Headers(init.headers).get('authorization'));
    expect(carried).toEqual(['Bearer abc', 'Bearer mine', 'Bearer abc', null, 'Bearer abc']);
    expect(refused).toEqual(['abc']);
    expect(accepted).toContain('abc');
  });
});
