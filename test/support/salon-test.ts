// Fixture of the API tests: opens a salon before the tests of a file or describe block, and closes the salon after them.
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { Engine } from '../../src/server/platform/db/open.ts';
import { emptyTables } from './contents.ts';
import { engines } from './databases/databases.ts';
import { NOW, openSalon, type Salon, type SalonOptions } from './salon.ts';

/** The salon of the running tests. */
export let salon: Salon;

type FixtureOptions = SalonOptions & {
  /** Empties the salon and resets its clock before each test. Without this option, tests must use different days and people. */
  readonly emptyBeforeEach?: boolean;
};

type Tests = (engine: Engine) => void;

/** Opens `salon` for the tests of this file or describe block. */
export function withSalon(engine: Engine, options: FixtureOptions = {}): void {
  beforeAll(async () => {
    salon = await openSalon(engine, options);
  });
  afterAll(() => salon.close());
  if (options.emptyBeforeEach)
    beforeEach(async () => {
      await emptyTables(salon.db);
      salon.clock.set(options.now ?? NOW);
      salon = { ...salon, admin: await salon.loggedIn(salon.admin.id) };
    });
}

type Feature = [tests: Tests] | [options: FixtureOptions, tests: Tests];

function describeOn(on: readonly Engine[], feature: string, rest: Feature): void {
  const [options, tests] = rest.length === 1 ? [{}, rest[0]] : rest;
  describe.each(on)(`${feature} (%s)`, (engine) => {
    withSalon(engine, options);
    tests(engine);
  });
}

/** Runs the tests on SQLite and on PostgreSQL. Each engine has its own `salon`. */
export const onBothEngines = (feature: string, ...rest: Feature): void => describeOn(engines, feature, rest);

/** Runs the tests only on SQLite. Only for tests that do not depend on the engine: HTTP, rendering and validation. */
export const onSqlite = (feature: string, ...rest: Feature): void => describeOn(['sqlite'], feature, rest);
