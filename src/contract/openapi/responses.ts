import type { Endpoint } from '../endpoint.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { type ErrorDefinition, sentenceOf } from '../page-errors.ts';
import { errorCodesOf } from './errors.ts';
import { type JsonSchema, operationIdOf, pascal, refTo, type Schemas } from './schemas.ts';

type Response = Readonly<Record<string, unknown>>;

const wallTime = refTo('WallTime');
/** The one shape of every error. docs/spec/behaviour.md §3.2 */
export const errorSchemas: Record<string, JsonSchema> = {
  ErrorCode: {
    description:
      'Why a request was refused. The list is closed; each operation says which of them it answers.',
    type: 'string',
    enum: Object.keys(errors),
  },
  SlotConflict: {
    description: 'What stands in the way of a new appointment (docs/spec/behaviour.md §5.18).',
    type: 'object',
    properties: {
      id: { ...refTo('AppointmentId'), description: 'The appointment in the way.' },
      name: { type: 'string', description: "The client's or guest's name, else the label of the status." },
      start_datetime: { ...wallTime, description: 'When it begins.' },
      end_datetime: { ...wallTime, description: 'When it ends.' },
    },
    required: ['id', 'name', 'start_datetime', 'end_datetime'],
  },
  Error: {
    description: 'Why a request was refused: a code for programs, a Serbian sentence for people.',
    type: 'object',
    properties: {
      error: { type: 'string', description: 'One Serbian sentence, to be shown as it is.' },
      code: refTo('ErrorCode'),
      fields: {
        description: 'The fields of the request that are at fault, each with a Serbian sentence.',
        type: 'object',
        additionalProperties: { type: 'string' },
      },
      conflict: { ...refTo('SlotConflict'), description: 'Beside `slot_overlaps` of a new appointment.' },
    },
    required: ['error', 'code'],
  },
};

const NUMBERS: Partial<Record<ErrorCode, number>> = {
  booking_limit: 2,
  cancel_too_late: 24,
  move_too_late: 24,
};

function exampleOf(code: ErrorCode): Response {
  const definition: ErrorDefinition = errors[code];
  const error = sentenceOf(definition, NUMBERS[code]);
  const atFault = code === 'bad_input' ? 'seen_start' : definition.field;
  const text = code === 'bad_input' ? 'Popunite ovo polje.' : error;
  return { value: { error, code, ...(atFault && { fields: { [atFault]: text } }) } };
}

/** A body of each error, by its code. */
export const errorExamples = Object.fromEntries(
  (Object.keys(errors) as ErrorCode[]).map((code) => [code, exampleOf(code)]),
);

/** Said wherever it is known when to ask again: of most that are too many, and of what is away for a moment. */
const MAY_SAY_WHEN: ReadonlySet<number> = new Set([429, 503]);

const errorResponse = (status: number, codes: readonly ErrorCode[]): Response => ({
  description: codes.map((code) => `\`${code}\`: ${exampleText(code)}`).join('\n\n'),
  ...(MAY_SAY_WHEN.has(status) && {
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
const exampleText = (code: ErrorCode): string => sentenceOf(errors[code], NUMBERS[code]);

/** Where a status has one error alone, its response stands once. */
export const sharedResponses = Object.fromEntries(
  (Object.keys(errors) as ErrorCode[]).map((code) => [
    pascal(code),
    errorResponse(errors[code].status, [code]),
  ]),
);

function errorResponsesOf(endpoint: Endpoint): Record<string, Response> {
  const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const [only, ...others] = codes;
      const isShared = only !== undefined && others.length === 0;
      const shared = { $ref: `#/components/responses/${pascal(only ?? '')}` };
      return [status, isShared ? shared : errorResponse(status, codes)];
    }),
  );
}

function contentOf(endpoint: Endpoint, schemas: Schemas): Response {
  const { fileType } = endpoint;
  if (fileType === 'application/octet-stream')
    return { [fileType]: { schema: { type: 'string', format: 'binary' } } };
  if (fileType) return { [fileType]: { schema: { type: 'string' } } };
  return { 'application/json': { schema: schemas.schemaOf(operationIdOf(endpoint), 'response') } };
}

const NOTHING = { description: 'Done; there is nothing to say.' };
const DESCRIPTIONS = { 200: 'What was asked for.', 201: 'What was made.' } as const;

/** Every response of an endpoint by its status: what was asked for, and each refusal. */
export function responsesOf(endpoint: Endpoint, schemas: Schemas): Response {
  const { status, fileType, isCounted, response } = endpoint;
  const total = { 'X-Total-Count': { $ref: '#/components/headers/TotalCount' } };
  const etag = { ETag: { $ref: '#/components/headers/ETag' } };
  const headers = { ...(isCounted && total), ...(fileType === 'text/calendar' && etag) };
  const mayBeEmpty = status === 204 || (!fileType && response.safeParse(undefined).success);
  return {
    ...(status !== 204 && {
      [status]: {
        description: DESCRIPTIONS[status],
        ...(Object.keys(headers).length > 0 && { headers }),
        content: contentOf(endpoint, schemas),
      },
    }),
    ...(mayBeEmpty && { 204: NOTHING }),
    ...(fileType === 'text/calendar' && { 304: { description: 'It is still what `If-None-Match` named.' } }),
    ...errorResponsesOf(endpoint),
  };
}
