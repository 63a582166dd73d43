import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SALONS_LANGUAGE } from '#domain/language/languages.ts';
import { t } from '#domain/language/translate.ts';
import { AppError } from '../errors.ts';
import { inLanguage } from '../language.ts';

// Texts for zod's errors. The text of a schema takes precedence.
z.config({
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys') return t('Nepoznato polje.');
    if (issue.code === 'invalid_type' && issue.input === undefined) return t('Popunite ovo polje.');
    if (issue.code === 'too_small')
      return t('Najmanja vrednost je {value}.', { value: String(issue.minimum) });
    if (issue.code === 'too_big') return t('Najveća vrednost je {value}.', { value: String(issue.maximum) });
    return t('Vrednost nije ispravna.');
  },
});

const fieldsOf = (issue: z.core.$ZodIssue): string[] =>
  issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.length ? String(issue.path[0]) : ''];

function badInput(error: z.ZodError): AppError {
  const fields: Record<string, string> = Object.create(null);
  for (const issue of error.issues)
    for (const field of fieldsOf(issue)) if (field && !(field in fields)) fields[field] = issue.message;
  return new AppError('bad_input', { fields });
}

/** True if a text in the value contains the NUL character, which PostgreSQL rejects. */
const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(hasNul);

/** Validates a part of the request; throws a 400 that names the invalid fields. */
export function validated(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const read = schema.safeParse(value);
  if (!read.success) throw badInput(read.error);
  if (hasNul(read.data)) throw new AppError('bad_input');
  return read.data;
}

const NO_BODY = z.strictObject({}).nullish();

/** Validates the body. Rejects a body that is sent to an endpoint without one. docs/spec/behaviour.md §3.3 */
export const validatedBody = (schema: z.ZodType | undefined, value: unknown): unknown =>
  schema ? validated(schema, value) : void validated(NO_BODY, value);

/** Validates the path parameters. Throws 404 for an invalid id, as for an unknown id. */
export function validatedParams(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const read = schema.safeParse(value);
  if (!read.success) throw new AppError('not_found');
  return read.data;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
// if a client sends an object in place of a list or text, zod reads its `length`, and throws if `length` is an object too
const BAD_KEYS = new Set(['__proto__', 'constructor', 'prototype', 'length']);

const withoutBadKeys = (key: string, value: unknown): unknown => {
  if (BAD_KEYS.has(key)) throw new AppError('bad_input', { fields: { [key]: t('Nepoznato polje.') } });
  return value;
};

function parseJson(raw: Buffer): unknown {
  if (raw.length === 0) return undefined; // a request without a body may still have a content type
  try {
    return JSON.parse(utf8.decode(raw), withoutBadKeys);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('broken_json');
  }
}

/** Rejects bodies other than JSON with 415, and invalid UTF-8 with 400. The body of an endpoint that takes bytes stays unread. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, raw, done) => {
    inLanguage(request.language ?? SALONS_LANGUAGE, () => {
      try {
        done(null, parseJson(raw as Buffer));
      } catch (error) {
        done(error as Error);
      }
    });
  });
  app.addContentTypeParser('*', ({ routeOptions }, payload, done) => {
    if ((routeOptions.config as { takesBytes?: boolean }).takesBytes) done(null, payload);
    else done(new AppError('not_json'));
  });
}

/** Reads the raw body; undefined if it is empty, incomplete or longer than `most`. */
export async function bytesOf({ body, headers }: FastifyRequest, most: number): Promise<Buffer | undefined> {
  if (!(body instanceof Readable) || Number(headers['content-length']) > most) return undefined;
  const chunks: Buffer[] = [];
  let count = 0;
  for await (const chunk of body) {
    count += (chunk as Buffer).length;
    if (count > most) return undefined;
    chunks.push(chunk as Buffer);
  }
  return count === 0 ? undefined : Buffer.concat(chunks);
}
