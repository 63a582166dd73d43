// Formats the figures of a benchmark as Markdown.
import { short, table } from '../measure/figures.ts';
import type { Memory } from '../measure/server.ts';
import type { CrowdFigures } from './crowd.ts';
import type { EndpointFigures } from './endpoints.ts';

export interface Setting {
  /** The name of the measured salon: 'SQLite, 10 years'. */
  readonly name: string;
  readonly endpoints: readonly EndpointFigures[];
  readonly crowd?: CrowdFigures;
  readonly starts?: { readonly ownMs: number; readonly bareMs: number };
}

export function startTable(settings: readonly Setting[]): string {
  const rows = settings.flatMap(({ name, starts }) =>
    starts ? [[name, short(starts.ownMs), short(starts.bareMs), short(starts.ownMs / starts.bareMs)]] : [],
  );
  return rows.length === 0
    ? ''
    : table(['from `node` to healthy, ms', 'own', 'bare Fastify', 'times bare'], rows);
}

function rateTable(settings: readonly Setting[]): string {
  const rows = settings.flatMap(({ name, crowd }) =>
    (crowd?.rates ?? []).map(({ what, perSecond, reference, ofReference, ofReferenceByCpu }) => [
      `${name}: ${what}`,
      short(perSecond),
      short(reference),
      short(ofReference),
      short(ofReferenceByCpu),
    ]),
  );
  return rows.length === 0
    ? ''
    : table(['a second', 'own', 'reference', 'of it', 'of it, by CPU time'], rows);
}

function memoryTable(settings: readonly Setting[]): string {
  const both = ({ residentMb, anonymousMb }: Memory) => `${short(residentMb)} (${short(anonymousMb)})`;
  const rows = settings.flatMap(({ name, crowd }) =>
    (crowd?.memory ?? []).map(({ what, own, bare }) => [
      `${name}: ${what}`,
      both(own),
      both(bare),
      short(own.residentMb / bare.residentMb),
    ]),
  );
  return rows.length === 0
    ? ''
    : table(['MB resident (anonymous)', 'own', 'bare Fastify', 'times bare'], rows);
}

export const crowdTables = (settings: readonly Setting[]): string =>
  [rateTable(settings), memoryTable(settings)].filter(Boolean).join('\n\n');

const cellsOf = (figures: EndpointFigures | undefined): string[] =>
  figures
    ? [
        `${short(figures.medianMs)} / ${short(figures.p99Ms)}`,
        `${short(figures.ofBare)} / ${short(figures.ofBareByCpu)}`,
        short(figures.holdMs),
      ]
    : ['', '', ''];

/**
 * Returns a table with one row per endpoint and, for each salon: median / p99 in ms, speed relative to bare Fastify
 * by elapsed time / by CPU time, and the longest block of the event loop in ms.
 */
export function endpointTable(settings: readonly Setting[]): string {
  const measured = settings.filter(({ endpoints }) => endpoints.length > 0);
  const [first] = measured;
  if (!first) return '';
  const heads = measured.flatMap(({ name }) => [`${name}: ms`, 'of bare / by CPU', 'hold']);
  const rows = first.endpoints.map(({ name, requests }) => {
    const figures = measured.map(({ endpoints }) => endpoints.find((one) => one.name === name));
    return [`\`${name}\``, String(requests), ...figures.flatMap(cellsOf)];
  });
  return table(['endpoint', 'asked', ...heads], rows);
}
