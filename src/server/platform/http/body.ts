import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refuse.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BAD_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const withoutBadKeys = (key: string, value: unknown): unknown => {
  if (BAD_KEYS.has(key)) throw new Refusal('bad_input', { fields: { [key]: 'Nepoznato polje.' } });
  return value;
};

function parseJson(raw: Buffer): unknown {
  if (raw.length === 0) return undefined; // a call without input may still say that it sends JSON
  try {
    return JSON.parse(utf8.decode(raw), withoutBadKeys);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('broken_json');
  }
}

/** JSON in valid UTF-8 is the only thing that a body may be; anything else is 415. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, done) => {
    try {
      done(null, parseJson(raw as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}
