import { type Action, grantOf, rolesWith } from '#domain/accounts/roles.ts';
import type { Endpoint } from '../endpoint.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { features } from '../index.ts';
import { type ErrorDefinition, sentenceOf } from '../page-errors.ts';
import { collectSchemas, pascal, refTo, type Schemas } from './schemas.ts';

type Part = Readonly<Record<string, unknown>>;
export interface OpenApiDocument extends Record<string, unknown> {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Record<string, Part>>>;
  readonly components: Readonly<Record<string, Part>>;
}

const DESCRIPTION = `The appointment book of a nail salon: free slots, bookings by clients and guests, and the owner's tools.

- **JSON**: flags are 1 or 0, prices are in dinars, missing values are \`null\`. Unknown fields are rejected.
  In a \`PUT\`, an omitted field keeps its value and \`null\` clears it.
- **Times** are the salon's local time, \`YYYY-MM-DD HH:mm:ss\` without a zone; \`time_zone\` of \`GET /salon\` names the zone.
- **Authorization**: \`Authorization: Bearer <token>\` with the token of \`logIn\` or \`registerClient\`. A token in a request must be
  valid, even where none is needed.
- **Errors** are \`{ error, code }\`, with \`fields\` where a field is invalid. Programs read \`code\`, people read \`error\`.
- **Retries**: a booking or move with an \`Idempotency-Key\` may be sent again after a lost response, and returns the first response.
- **Lists** have at most 1,000 rows; \`X-Total-Count\` is the number of all rows, \`limit\` and \`offset\` select a page.`;

/** Who may use an endpoint with this action. */
function whoMay(access: Action): string {
  const roles = rolesWith(access);
  if (roles.includes('VISITOR')) return 'For everybody.';
  if (roles.includes('CLIENT')) return 'For every logged-in user.';
  return roles.includes('TECHNICIAN')
    ? 'For the owner, and for technicians within their own data.'
    : 'For the owner only.';
}

const BEARER = { type: 'http', scheme: 'bearer', description: 'The token of `logIn` or `registerClient`.' };
const LICENSE = { name: 'MIT', identifier: 'MIT' };
const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key of this request, such as a UUID. Repeating the request within a day returns the first response; another request with the same key is `key_reused` (docs/spec/behaviour.md §5.5).',
    schema: { type: 'string', minLength: 1, examples: ['b9c1f7a0-5d0e-4d0b-9a55-0f8a0c8f1d3e'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the file that the caller has.',
    schema: { type: 'string' },
  },
};
const HEADERS = {
  RetryAfter: {
    description: 'Seconds until a retry makes sense, where known.',
    schema: { type: 'integer', minimum: 0 },
  },
  TotalCount: {
    description: 'The number of all rows; for notifications only without `limit`.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: { description: 'The version of the file.', schema: { type: 'string' } },
};

/** The first clause of a summary: up to `;`, `:` or a full stop, without the section of the specification. */
export function clauseOf(summary: string): string {
  const [clause = summary] = summary.split(/[;:](?= )|\.(?= |$)| \(docs\//);
  return clause;
}

const ANY_ENDPOINT = ['broken_request', 'login_required', 'server_error', 'database_away'] as const;

/** Errors of every endpoint that is not a GET. The server reads the body before all other checks, even if the endpoint has no body. */
const ANY_BODY = ['broken_json', 'bad_input', 'too_slow', 'too_large', 'not_json', 'conflict'] as const;

/** True if every logged-in user may do this, clients and technicians to all rows. */
const isOpenToAll = ({ access }: Endpoint): boolean =>
  (['CLIENT', 'TECHNICIAN'] as const).every((role) => grantOf(role, access)?.rows === 'all');

/** Every error that an endpoint may return: its own errors, and errors that follow from input and access. docs/spec/behaviour.md §3.2 */
export function errorCodesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const codes: readonly ErrorCode[] = [
    ...endpoint.errors,
    ...ANY_ENDPOINT,
    ...(endpoint.method === 'GET' ? [] : ANY_BODY),
    ...(endpoint.query ? (['bad_input'] as const) : []),
    ...(isOpenToAll(endpoint) ? [] : (['not_allowed'] as const)),
    ...(endpoint.params && 'id' in endpoint.params.shape ? (['not_found'] as const) : []),
    ...(endpoint.rateLimit === false ? [] : (['too_many_requests'] as const)),
  ];
  return [...new Set(codes)];
}

const CODES = Object.keys(errors) as ErrorCode[];

/** Example numbers for error texts that contain a number from the settings. */
const NUMBERS: Partial<Record<ErrorCode, number>> = {
  booking_limit: 2,
  cancel_too_late: 24,
  move_too_late: 24,
};
const sentence = (code: ErrorCode): string => sentenceOf(errors[code], NUMBERS[code]);

function exampleOf(code: ErrorCode): Part {
  const { field }: ErrorDefinition = errors[code];
  const fields =
    code === 'bad_input' ? { seen_start: 'Popunite ovo polje.' } : { [field ?? '']: sentence(code) };
  return { value: { error: sentence(code), code, ...((field || code === 'bad_input') && { fields }) } };
}

const errorResponse = (status: number, codes: readonly ErrorCode[]): Part => ({
  description: codes.map((code) => `\`${code}\`: ${sentence(code)}`).join('\n\n'),
  ...((status === 429 || status === 503) && {
    headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  }),
  content: {
    'application/json': {
      schema: {
        allOf: [
          refTo('Error'),
          { type: 'object', properties: { code: { type: 'string', enum: codes } }, required: ['code'] },
        ],
      },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

/** The errors of an endpoint by status. A status with a single error refers to the component of that error. */
function errorResponsesOf(endpoint: Endpoint): Part {
  const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) => errors[code].status);
  const responses = [...byStatus].map(([status, codes]) => {
    const [code = '', ...others] = codes;
    const shared = { $ref: `#/components/responses/${pascal(code)}` };
    return [status, others.length === 0 ? shared : errorResponse(status, codes)];
  });
  return Object.fromEntries(responses);
}

function contentOf({ fileType, operationId }: Endpoint, schemas: Schemas): Part {
  if (!fileType) return { 'application/json': { schema: schemas.schemaOf(operationId, 'response') } };
  const isBinary = fileType === 'application/octet-stream' || fileType === 'image/webp';
  return { [fileType]: { schema: { type: 'string', ...(isBinary && { format: 'binary' }) } } };
}

function responsesOf(endpoint: Endpoint, schemas: Schemas): Part {
  const { status, fileType, isCounted, response } = endpoint;
  const headers = {
    ...(isCounted && { 'X-Total-Count': { $ref: '#/components/headers/TotalCount' } }),
    ...(fileType === 'text/calendar' && { ETag: { $ref: '#/components/headers/ETag' } }),
  };
  const success = {
    description: status === 201 ? 'Created.' : 'OK.',
    ...(Object.keys(headers).length > 0 && { headers }),
  };
  const mayBeEmpty = status === 204 || (!fileType && response.safeParse(undefined).success);
  return {
    ...(status !== 204 && { [status]: { ...success, content: contentOf(endpoint, schemas) } }),
    ...(mayBeEmpty && { 204: { description: 'Done; no content.' } }),
    ...(fileType === 'text/calendar' && {
      304: { description: 'Unchanged since the `If-None-Match` version.' },
    }),
    ...errorResponsesOf(endpoint),
  };
}

function parametersOf(endpoint: Endpoint, place: 'params' | 'query', schemas: Schemas): Part[] {
  const { properties = {}, required = [] } = schemas.parametersOf(endpoint.operationId, place);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place === 'params' ? 'path' : 'query',
    ...(description && { description }),
    required: required.includes(name),
    schema,
  }));
}

function bodyOf({ body, example, operationId }: Endpoint, schemas: Schemas): Part {
  if (!body) return {};
  const content = { schema: schemas.schemaOf(operationId, 'body'), ...(example && { example }) };
  return { requestBody: { required: true, content: { 'application/json': content } } };
}

function descriptionOf({ summary, access, rateLimit, bodyMaxBytes }: Endpoint): string {
  const limit = rateLimit ? ` At most ${rateLimit.max} requests in ${rateLimit.per} from one network.` : '';
  const size = bodyMaxBytes === undefined ? '' : ` The body may have ${bodyMaxBytes} bytes.`;
  return `${summary}\n\n${whoMay(access)}${limit}${size}`;
}

function operationOf(endpoint: Endpoint, tag: string, schemas: Schemas): Part {
  const headers = [
    ...(endpoint.errors.includes('key_reused') ? ['IdempotencyKey'] : []),
    ...(endpoint.fileType === 'text/calendar' ? ['IfNoneMatch'] : []),
  ];
  const parameters = [
    ...parametersOf(endpoint, 'params', schemas),
    ...parametersOf(endpoint, 'query', schemas),
    ...headers.map((header) => ({ $ref: `#/components/parameters/${header}` })),
  ];
  return {
    operationId: endpoint.operationId,
    tags: [tag],
    summary: clauseOf(endpoint.summary),
    description: descriptionOf(endpoint),
    security: [...(grantOf('VISITOR', endpoint.access) ? [{}] : []), { bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(endpoint, schemas),
    responses: responsesOf(endpoint, schemas),
  };
}

function pathsOf(schemas: Schemas): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, Part>> = {};
  for (const { name, endpoints } of features)
    for (const endpoint of endpoints as readonly Endpoint[]) {
      const operation = operationOf(endpoint, name, schemas);
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
    }
  return paths;
}

function componentsOf(schemas: Schemas, paths: object): Record<string, Part> {
  const text = JSON.stringify(paths);
  const shared = CODES.filter((code) => text.includes(`"#/components/responses/${pascal(code)}"`));
  const byName = Object.entries(schemas.all).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    securitySchemes: { bearer: BEARER },
    parameters: PARAMETERS,
    headers: HEADERS,
    schemas: Object.fromEntries(byName),
    responses: Object.fromEntries(
      shared.map((code) => [pascal(code), errorResponse(errors[code].status, [code])]),
    ),
    examples: Object.fromEntries(CODES.map((code) => [code, exampleOf(code)])),
  };
}

function makeDocument(): OpenApiDocument {
  const schemas = collectSchemas();
  const paths = pathsOf(schemas);
  return {
    openapi: '3.1.0',
    info: { title: 'Lunula', version: '1', description: DESCRIPTION, license: LICENSE },
    servers: [{ url: '/api', description: 'The salon that serves this document.' }],
    tags: features.map(({ name, description }) => ({ name, description })),
    paths,
    components: componentsOf(schemas, paths),
  };
}

let made: OpenApiDocument | undefined;

/** The contract as OpenAPI 3.1, the same for every salon. Built on the first call. */
export function openApiDocument(): OpenApiDocument {
  made ??= makeDocument();
  return made;
}
