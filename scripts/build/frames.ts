// Renders the frames of the pages behind the login, and makes their stylesheet.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES, type Language, SALONS_LANGUAGE } from '../../src/domain/language/languages.ts';
import type { AllFrames, Frame } from '../../src/web/app/frames.tsx';

const root = join(import.meta.dirname, '..', '..');
const web = join(root, 'src', 'web');

export interface Frames {
  readonly of: Readonly<Record<Language, AllFrames>>;
  /** The part of all-pages.css that the frames of pages behind the login need. */
  readonly css: string;
  /** first-screens.css with what the frames of '/' need. */
  readonly homeCss: string;
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&gt;': '>',
  '&lt;': '<',
  '&quot;': '"',
  '&#x27;': "'",
};
/** Undoes the escapes of React, because Tailwind looks for class names in plain text. */
const unescaped = (html: string): string =>
  html.replace(/&(amp|gt|lt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);

/** Builds the stylesheet `text` of src/web, with the classes of `frames` added to its sources. */
async function stylesOf(frames: readonly Frame[], text: string, folder: string): Promise<string> {
  const html = frames.map((frame) => frame.html).join('\n');
  const found = join(folder, 'frames.txt');
  writeFileSync(found, unescaped(html));
  const sheet = join(web, 'frames.css');
  const { build } = await import('vite');
  const built = await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [
      {
        name: 'frames-css',
        enforce: 'pre',
        resolveId: (id) => (id === sheet ? sheet : null),
        load: (id) => (id === sheet ? `${text}\n@source "${found}";` : null),
      },
    ],
    build: { write: false, manifest: false, rolldownOptions: { input: sheet } },
  });
  rmSync(found);
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const css = files.find(({ fileName }) => fileName.endsWith('.css'));
  if (css?.type !== 'asset')
    throw new Error('Vite returned an unexpected result: one stylesheet was expected.');
  return String(css.source).trim();
}

const read = (name: string): string => readFileSync(join(web, name), 'utf8');

/** Runs the bundles of src/web/app/frames.tsx, as `buildRenderer` writes them: the one with the owner's texts in Cyrillic for that script. */
export async function buildFrames(folder: string, cyrillic: string): Promise<Frames> {
  const of = {} as Record<Language, AllFrames>;
  for (const language of LANGUAGES) {
    const file = join(language === 'sr-Cyrl' ? cyrillic : folder, 'frames.js');
    const { renderFrames } = await import(pathToFileURL(file).href);
    of[language] = await renderFrames(language);
  }
  const rendered = of[SALONS_LANGUAGE]; // the frames of other languages have no other classes
  const own = [...rendered.pages, rendered.shell].flatMap(({ frames }) => frames);
  const all = read('all-pages.css').replace('source(".")', 'source(none)');
  return {
    of,
    css: await stylesOf(own, `${all}\n@import "./calendar/calendar.css";`, folder),
    homeCss: await stylesOf(rendered.home, read('first-screens.css'), folder),
  };
}
