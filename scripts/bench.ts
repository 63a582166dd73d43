/**
 * `npm run bench [-- --engine sqlite --years 1 --technicians 3 --only bookings --out FILE]`: compares the speed of
 * the server, started with `npm start`, with that of a bare Fastify server. Prints Markdown for docs/measurements.md.
 * Without options it measures both engines, both data sizes and all parts in less than ten minutes.
 * `--only` selects one part: `endpoints`, `starts` or `bookings` (concurrent clients, and memory). Any other text
 * selects the endpoints whose name contains it.
 * `--technicians N`: the number of technicians, by default 1; each has the same number of appointments.
 * `--of DIR`: measures the server of another checkout, which must be built and have its packages installed. The data
 * come from this checkout.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/server/platform/config.ts';
import { type Engine, openForCommand } from '../src/server/platform/db/open.ts';
import { startPostgres } from '../test/support/databases/postgres.ts';
import { measureCrowd, measureStarts } from './bench/crowd.ts';
import { type EndpointFigures, endpointNames, measureEndpoints } from './bench/endpoints.ts';
import { crowdTables, endpointTable, type Setting, startTable } from './bench/report.ts';
import { openRows } from './bench/rows.ts';
import { loadLine } from './measure/figures.ts';
import { type FilledSalon, fillSalon } from './measure/filled-salon.ts';
import { root, runBare, runSalon } from './measure/server.ts';

const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];
const YEARS = [1, 10];

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    years: { type: 'string' },
    technicians: { type: 'string', default: '1' },
    only: { type: 'string' },
    of: { type: 'string' },
    out: { type: 'string' },
  },
});
const { only } = values;
const checkout = resolve(values.of ?? root);
const isAsked = (part: string) => only === undefined || only === part;
const PARTS = ['endpoints', 'bookings', 'starts'];
const names = endpointNames(only === undefined || PARTS.includes(only) ? undefined : only);
if (names.length === 0)
  throw new Error(`--only ${only} is neither a part nor contained in the name of an endpoint.`);

async function measureSalon(place: FilledSalon): Promise<Setting> {
  const engine = place.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const years = `${place.years} ${place.years === 1 ? 'year' : 'years'}`;
  const people = place.technicians === 1 ? '' : `, ${place.technicians} technicians`;
  const name = `${engine}, ${years}${people}`;
  const endpoints: EndpointFigures[] = [];
  console.error(`${name}: ${place.appointments} appointments`);
  const { db, close } = openForCommand(readConfig(place.settings));
  try {
    const rows = await openRows(db, place.today);
    const starts = isAsked('starts') ? await measureStarts(place) : undefined;
    const crowd = isAsked('bookings') ? await measureCrowd(place, rows) : undefined;
    const setting = { name, endpoints, ...(starts && { starts }), ...(crowd && { crowd }) };
    if (only === 'bookings' || only === 'starts') return setting;
    const [salon, bare] = [await runSalon(place.settings, { cwd: place.checkout }), await runBare()];
    try {
      await measureEndpoints(names, { salon, bare, rows }, (figures) => {
        endpoints.push(figures);
        process.stderr.write('.');
      });
    } finally {
      process.stderr.write('\n');
      await Promise.all([salon.stop(), bare.stop()]);
    }
    return setting;
  } finally {
    await close();
  }
}

const began = performance.now();
const before = loadLine();
const settings: Setting[] = [];
const engines = ENGINES.filter((engine) => values.engine === undefined || values.engine === engine);
for (const engine of engines) {
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  try {
    for (const years of YEARS.filter((one) => values.years === undefined || Number(values.years) === one)) {
      const technicians = Number(values.technicians);
      const place = await fillSalon(years, { server: postgres?.url, checkout, technicians });
      try {
        settings.push(await measureSalon(place));
      } finally {
        await place.remove();
      }
    }
  } finally {
    await postgres?.stop();
  }
}
const report = [
  `Before: ${before}.\nAfter ${((performance.now() - began) / 60_000).toFixed(1)} minutes: ${loadLine()}.`,
  startTable(settings),
  crowdTables(settings),
  endpointTable(settings),
]
  .filter(Boolean)
  .join('\n\n');
console.log(report);
if (values.out !== undefined) writeFileSync(values.out, `${report}\n`);
