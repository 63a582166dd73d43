/**
 * `npm run measure:calendar`: measures how fast the calendar drags appointments and changes its view, with ten years
 * of demo data. Prints the figures for docs/measurements.md.
 */
import { addDays, startOfWeek } from '../src/domain/wall-clock.ts';
import { DEMO_DEFAULTS } from './demo/salon.ts';
import { measureCalendar } from './measure/calendar.ts';
import { loadLine, short, table } from './measure/figures.ts';
import { fillSalon } from './measure/filled-salon.ts';
import { runSalon } from './measure/server.ts';

const YEARS = 10;
const admin = { email: 'admin@salon.local', password: DEMO_DEFAULTS.ADMIN_PASSWORD };

const place = await fillSalon(YEARS);
try {
  const server = await runSalon(place.settings, { isProbed: false });
  const monday = addDays(startOfWeek(place.today), 7);
  const figures = await measureCalendar({ url: `http://127.0.0.1:${server.port}`, admin }, monday);
  await server.stop();

  const rows = [
    [
      'dragging: frames a second, slowest frame in ms',
      short(figures.framesPerSecond),
      short(figures.slowestFrameMs),
    ],
    ...figures.views.map(({ name, medianMs, quickestMs }) => [
      `${name}: median ms, quickest ms`,
      short(medianMs),
      short(quickestMs),
    ]),
  ];
  console.log(`${loadLine()}; CPU slowed down four times, ${figures.events} events in the week.\n`);
  console.log(table(['what', 'usual', 'extreme'], rows));
} finally {
  await place.remove();
}
