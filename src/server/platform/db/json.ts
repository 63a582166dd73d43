import type { z } from 'zod';

/** Parses a JSON column. Returns undefined if it does not match the schema: another release may have written it. */
export function readJson<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  const read = schema.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // callers parse the result with a schema, which rejects undefined
  }
}
