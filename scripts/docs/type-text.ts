import { z } from 'zod';

interface Shape {
  type?: string | string[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: unknown;
}

function text(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.anyOf) return [...new Set(shape.anyOf.map(text))].join(' | ');
  if (shape.type === 'array') return `[${shape.items ? text(shape.items) : 'any'}]`;
  if (shape.properties) {
    const required = new Set(shape.required);
    const fields = Object.entries(shape.properties).map(
      ([name, field]) => `${name}${required.has(name) ? '' : '?'}: ${text(field)}`,
    );
    return `{ ${fields.join(', ')} }`;
  }
  return shape.type === undefined ? 'any' : [shape.type].flat().join(' | ');
}

/** A shape in one line for people: `{ name: string, price?: number }`. */
export const typeText = (schema: z.ZodType, io: 'input' | 'output'): string =>
  text(z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: z.registry() }) as Shape);
