import type { z } from 'zod';

/** Parses a JSON column; undefined if it does not match the schema, as another release may have written it. */
export function readJson<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  const read = schema.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}

/** Parses JSON; undefined if the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // matches no schema
  }
}
