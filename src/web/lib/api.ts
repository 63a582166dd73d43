import type {
  EndpointName,
  RequestBody,
  RequestParams,
  RequestQuery,
  ResponseBody,
} from '#contract/index.ts';
import { t } from '#domain/language/translate.ts';
import type { FormErrors } from '../ui/use-form.ts';
import { learnServerClock } from './clock/server-clock.ts';
import { languageOfPage } from './language.ts';
import { currentOutage, OUTAGE_TEXTS } from './outage.ts';

type Input<K extends string, T> = undefined extends T
  ? { [P in K]?: T }
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

export type RequestInput<N extends EndpointName> = Input<'params', RequestParams<N>> &
  Input<'query', RequestQuery<N>> &
  Input<'body', RequestBody<N>> & {
    signal?: AbortSignal;
    headers?: Record<string, string>;
    /** The raw body of an endpoint that takes bytes. */
    file?: Blob;
  };

export type Rest<N extends EndpointName> =
  Record<never, never> extends RequestInput<N>
    ? [input?: RequestInput<N>, fetch?: typeof globalThis.fetch]
    : [input: RequestInput<N>, fetch?: typeof globalThis.fetch];

/** Supplies the session token for requests. `tokenRefused` is called when the server rejects the token. */
export interface TokenSource {
  token(): string | null;
  tokenAccepted(token: string): void;
  tokenRefused(token: string): void;
}

let tokens: TokenSource | null = null;

/** Sets the source of session tokens, once at startup. Tests send an authorization header instead. */
export function setTokenSource(source: TokenSource): void {
  tokens = source;
}

let send: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);

/** Replaces fetch. Server-side rendering uses it to answer requests inside the process. */
export function setFetch(fetch: typeof globalThis.fetch): void {
  send = fetch;
}

type Values = Readonly<Record<string, string | number | null | undefined>>;

function addressOf(path: string, params: Values, query: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `/api${filled}?${search}` : `/api${filled}`;
}

interface LooseInput {
  params?: Values | undefined;
  query?: Values | undefined;
  body?: unknown;
  file?: Blob;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

function requestOf(
  method: string,
  { body, file, signal, headers }: LooseInput,
  token: string | null,
): RequestInit {
  const sent = new Headers(headers);
  sent.set('accept', 'application/json');
  sent.set('accept-language', languageOfPage());
  if (body !== undefined) sent.set('content-type', 'application/json');
  if (token !== null && !sent.has('authorization')) sent.set('authorization', `Bearer ${token}`);
  if (file !== undefined) sent.set('content-type', file.type || 'application/octet-stream');
  const written = file ?? (body === undefined ? null : JSON.stringify(body));
  return { method, headers: sent, body: written, signal: signal ?? null };
}

type WireError = Partial<Record<'error' | 'code' | 'fields', unknown>>;

function errorOf(status: number, wire: WireError | null): ApiError {
  const text = typeof wire?.error === 'string' && wire.error !== '' ? wire.error : null;
  const code = typeof wire?.code === 'string' ? wire.code : null;
  const fields =
    wire?.fields && typeof wire.fields === 'object' ? (wire.fields as Record<string, string>) : {};
  return new ApiError(status, code, text, fields, { cause: wire });
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

async function sent<T>(
  name: string,
  { params = {}, query = {}, ...rest }: LooseInput,
  fetch: typeof globalThis.fetch,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const [method = 'GET', path = '/'] = name.split(' ');
  const token = name === 'POST /auth/login' ? null : (tokens?.token() ?? null); // the server rejects a login request that carries the token of an ended session
  try {
    const response = await fetch(addressOf(path, params, query), requestOf(method, rest, token));
    learnServerClock(response.headers.get('date'));
    if (response.ok) {
      if (token !== null) tokens?.tokenAccepted(token);
      return await read(response);
    }
    const refusal = errorOf(response.status, (await bodyOf(response).catch(() => null)) as WireError | null);
    // a wrong password also causes a 401, but the token is still valid
    if (response.status === 401 && refusal.code !== 'login_failed' && token !== null)
      tokens?.tokenRefused(token);
    throw refusal;
  } catch (error) {
    if (error instanceof ApiError || rest.signal?.aborted) throw error;
    throw noResponse(error);
  }
}

/**
 * Sends a request to an endpoint of the contract: `request('POST /appointments/{id}/book', { params, body })`. Returns the response's body,
 * or throws an ApiError; an aborted request throws its AbortError. There is no timeout (docs/spec/product.md §7).
 */
export const request = <N extends EndpointName>(
  name: N,
  ...[input, fetch]: Rest<N>
): Promise<ResponseBody<N>> => sent(name, input ?? {}, fetch ?? send, bodyOf) as Promise<ResponseBody<N>>;

export const respond = <N extends EndpointName>(
  name: N,
  ...[input, fetch]: Rest<N>
): Promise<{ body: ResponseBody<N>; headers: Headers }> =>
  sent(name, input ?? {}, fetch ?? send, async (response) => ({
    body: (await bodyOf(response)) as ResponseBody<N>,
    headers: response.headers,
  }));

/** Downloads the file that an endpoint returns. A plain link could send the token only in its URL, which servers log. */
export const download = <N extends EndpointName>(name: N, input: RequestInput<N>): Promise<Blob> =>
  sent(name, input as LooseInput, send, (response) => response.blob());

/** Thrown when the server refuses a request or does not respond. `text` is the server's sentence, null without a readable response; `cause` is the body of the response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly text: string | null;
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string | null,
    text: string | null,
    fields: Readonly<Record<string, string>>,
    options?: ErrorOptions,
  ) {
    super(text ?? `The server did not respond (${status})`, options);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.text = text;
    this.fields = fields;
  }
}

export const noResponse = (cause: unknown): ApiError => new ApiError(0, null, null, {}, { cause });

/** During an outage, appends its cause (such as no network) to the error text. */
function withReason(fallback: string): string {
  const outage = currentOutage();
  return outage ? `${fallback.replace(/\.?$/, '.')} ${t(OUTAGE_TEXTS[outage])}` : fallback;
}

/** The server's error text, or the screen's fallback (docs/spec/product.md §8.1). */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.text ? error.text : withReason(fallback);

export const errorFields = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? error.fields : {};

/** The code of an error: 'slot_gone', 'booking_limit' … */
export const errorCode = (error: unknown): string | null => (error instanceof ApiError ? error.code : null);

/** The HTTP status of an ApiError; 0 without a response, null for other errors. */
export const errorStatus = (error: unknown): number | null =>
  error instanceof ApiError ? error.status : null;

/** Form errors from the server's error: one text per field; if it names no field, one text for the whole form. */
export function serverErrors(error: unknown, fallback: string): FormErrors {
  const fields = errorFields(error);
  if (Object.keys(fields).length > 0) return { text: null, fields };
  return { text: errorText(error, fallback), fields: {} };
}

/** Logs a failure that the screen does not show (docs/spec/product.md §8.4, docs/spec/behaviour.md §3.2). */
export function logSilentFailure(what: string, error: unknown): void {
  console.warn(what, error);
}
