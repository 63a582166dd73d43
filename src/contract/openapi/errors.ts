import type { Endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';

/** What every endpoint may return, whatever it does. */
const EVERYWHERE = ['broken_request', 'login_required', 'server_error', 'database_away'] as const;
/** What becomes of a body, also where none is taken: it is read before it is refused. */
const OF_A_BODY = ['broken_json', 'bad_input', 'too_slow', 'too_large', 'not_json'] as const;

const takesId = ({ params }: Endpoint): boolean => params !== undefined && 'id' in params.shape;

/**
 * Every error that an endpoint may return: its own, and those that follow from what it takes and who may call it. 401 is answered
 * everywhere, since a token that is sent must be alive. docs/spec/behaviour.md §3.2, §3.3 and §4
 */
export function errorCodesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const isWriting = endpoint.method !== 'GET';
  const codes: readonly ErrorCode[] = [
    ...endpoint.errors,
    ...EVERYWHERE,
    ...(isWriting ? [...OF_A_BODY, 'conflict' as const] : []),
    ...(endpoint.query ? (['bad_input'] as const) : []),
    ...(endpoint.access === 'admin' ? (['not_allowed'] as const) : []),
    ...(takesId(endpoint) ? (['not_found'] as const) : []),
    ...(endpoint.rateLimit === false ? [] : (['too_many_requests'] as const)),
  ];
  return [...new Set(codes)];
}

/** An Idempotency-Key is taken where using one for two requests is refused. docs/spec/behaviour.md §5.5 */
export const takesIdempotencyKey = ({ errors }: Endpoint): boolean => errors.includes('key_reused');
