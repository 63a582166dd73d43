import type { z } from 'zod';

/**
 * What a JSON column holds, or undefined where it does not fit: a row that another release has written is checked, not trusted.
 */
export function readJson<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  const read = schema.safeParse(parseJson(text));
  return read.success ? read.data : undefined;
}

/** What the text says; undefined where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // fits no schema
  }
}
