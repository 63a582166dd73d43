// Generates random input from a schema of the contract: mostly valid, sometimes invalid.
import fc from 'fast-check';
import { z } from 'zod';
import { HOSTILE_STRINGS } from '../http/hostile-strings.ts';

interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly pattern?: string;
}

const JUNK = fc.oneof(
  fc.constantFrom(null, true, -1, 0, 1.5, 2 ** 53, '', ' ', [], {}, [null], { a: 1 }),
  fc.constantFrom(...HOSTILE_STRINGS),
  fc.string({ maxLength: 40 }),
  fc.jsonValue(),
);
const DAYS = [
  '2026-11-16',
  '2026-11-17',
  '2026-11-18',
  '2026-11-19',
  '2026-12-24',
  '2026-02-30',
  '2027-11-17',
  '2025-01-01',
  '9999-12-31',
];
const CLOCKS = [
  '05:55:00',
  '06:00:00',
  '09:00:00',
  '10:00:00',
  '14:05:00',
  '14:07:00',
  '21:55:00',
  '22:00:00',
  '23:59:59',
  '24:00:00',
];
const WALLS = DAYS.flatMap((day) => CLOCKS.map((clock) => `${day} ${clock}`));

const TEXT = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Ana', '064 111 222', 'ana@primer.rs', 'lozinka', 'pogrešna', 'Ne mogu.'),
  },
  { weight: 2, arbitrary: fc.constantFrom(...WALLS) },
  { weight: 2, arbitrary: fc.constantFrom(...DAYS) },
  { weight: 1, arbitrary: fc.constantFrom(...CLOCKS) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_STRINGS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

function meant(shape: Shape, ids: readonly number[]): fc.Arbitrary<unknown> {
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if ('const' in shape) return fc.constant(shape.const);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => meant(one, ids)));
  if (shape.type === 'object') return objectOf(shape, ids);
  if (shape.type === 'array') return fc.array(meant(shape.items ?? {}, ids), { maxLength: 6 });
  if (shape.type === 'integer' || shape.type === 'number')
    return fc.oneof(fc.constantFrom(...ids), fc.constantFrom(0, 1, 2, 5, 60, 120, 960, -1), fc.integer());
  if (shape.type === 'boolean') return fc.boolean();
  if (shape.type === 'null') return fc.constant(null);
  return shape.type === 'string' ? TEXT : JUNK;
}

function objectOf({ properties = {}, required = [] }: Shape, ids: readonly number[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, shape]) => {
    const value = fc.oneof({ weight: 12, arbitrary: meant(shape, ids) }, { weight: 1, arbitrary: JUNK });
    return [name, value] as const;
  });
  const known = fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  });
  return fc.oneof(
    { weight: 20, arbitrary: known },
    {
      weight: 1,
      arbitrary: fc
        .tuple(known, fc.string(), JUNK)
        .map(([body, name, value]) => ({ ...body, [name]: value })),
    },
  );
}

/** Returns a generator of input for the schema. `ids` are ids of existing rows, so that many references are valid. */
export function arbitraryOf(schema: z.ZodType, ids: readonly number[]): fc.Arbitrary<unknown> {
  const shape = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: z.registry(),
  }) as Shape;
  return fc.oneof({ weight: 15, arbitrary: meant(shape, ids) }, { weight: 1, arbitrary: JUNK });
}
