import type { FastifyBaseLogger } from 'fastify';
import type { EndpointName } from '#contract/index.ts';
import { readClock } from '../clock.ts';
import { AppError, refuse } from '../errors.ts';
import type { Answers, EndpointAnswers } from './endpoint-responses.ts';
import type { Platform, ValidatedRequest } from './request.ts';
import { validated } from './validation.ts';

type Request = ValidatedRequest<EndpointName>;

/** The parts of a visitor's request beside its input. It counts for no caller. */
const OF_NOBODY = {
  user: null as never, // of a public endpoint alone
  params: undefined,
  body: undefined,
  address: 'unknown',
  network: undefined,
  idempotencyKey: undefined,
  isStopping: false,
  setTotal: () => undefined,
  openEventStream: () => refuse('unknown_path'), // no page is rendered from a stream
} satisfies Partial<Record<keyof Request, unknown>>;

const isForPages = ({ endpoint: { method, access, params, fileType } }: EndpointAnswers): boolean =>
  method === 'GET' && access === 'public' && params === undefined && fileType === undefined;

/**
 * Returns a function that answers `GET` addresses of the API as JSON for a visitor, without an HTTP request: rendered pages are made
 * of these answers. Rejects with an AppError.
 */
export function visitorResponses(
  platform: Platform,
  { all, kept }: Answers,
  log: FastifyBaseLogger,
): (address: string) => Promise<string> {
  const known = new Map(all.filter(isForPages).map((answers) => [`/api${answers.endpoint.path}`, answers]));
  const { signal } = new AbortController();
  return async (address) => {
    const earlier = kept.find(address);
    if (earlier !== undefined) return earlier;
    const { pathname, searchParams } = new URL(address, 'http://salon');
    const answers = known.get(pathname);
    if (!answers) throw new AppError('unknown_path');
    const request = {
      ...platform,
      ...OF_NOBODY,
      now: readClock(platform.clock),
      query: validated(answers.endpoint.query, Object.fromEntries(searchParams)),
      log,
      signal,
    } satisfies Record<Exclude<keyof Request, 'keepUntil'>, unknown>;
    const requestWith = (settings: Pick<Request, 'keepUntil'>) => ({ ...request, ...settings }) as Request;
    const { body, text } = await answers.ask(requestWith, kept.begin(address));
    return text ?? answers.serialize(body);
  };
}
