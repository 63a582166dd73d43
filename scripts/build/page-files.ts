import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestChunk } from 'vite';
import { LANGUAGES, type Language, SALONS_LANGUAGE } from '../../src/domain/language/languages.ts';
import { t } from '../../src/domain/language/translate.ts';
import { inLanguage } from '../../src/server/platform/language.ts';
import type { Frame, FramedPage } from '../../src/web/app/frames.tsx';
import { SALON_NAME, WIDTHS_REM } from '../../src/web/ui/frame.ts';
import type { Frames } from './frames.ts';

/**
 * The component of each public page, by the name of its HTML file; 'home' is the page '/'. All other pages use
 * index.html.
 */
export const PUBLIC_PAGES = {
  home: 'home/visitor-home.tsx',
  services: 'services/services-page.tsx',
  booking: 'booking/booking-page.tsx',
  login: 'accounts/login-page.tsx',
  register: 'accounts/register-page.tsx',
  reset: 'accounts/reset-page.tsx',
} as const;

export type PublicPage = keyof typeof PUBLIC_PAGES;

/**
 * Vite's manifest, extended by the contents of each chunk: its npm packages, and its source files as paths relative
 * to src/web.
 */
export type Chunks = Readonly<
  Record<string, ManifestChunk & { packages: readonly string[]; holds: readonly string[] }>
>;

/** Returns the key of the chunk that contains a source file. */
export const keyOf = (source: string, chunks: Chunks): string | undefined =>
  Object.keys(chunks).find((key) => key === source || chunks[key]?.holds.includes(source));

/** Returns the given chunks and their direct and indirect imports, without duplicates. */
export function takeWithImports(keys: readonly string[], chunks: Chunks): Chunks[string][] {
  const needed = new Set<string>();
  const take = (key: string) => {
    if (needed.has(key)) return;
    needed.add(key);
    chunks[key]?.imports?.forEach(take);
  };
  keys.forEach(take);
  return [...needed].flatMap((key) => chunks[key] ?? []);
}

/** Returns every chunk that a page needs for its first render, including the entry. */
export function chunksOf(page: PublicPage, chunks: Chunks): Chunks[string][] {
  const own = keyOf(PUBLIC_PAGES[page], chunks);
  if (!own) throw new Error(`The build has no chunk of ${PUBLIC_PAGES[page]}.`);
  return takeWithImports(['index.html', own], chunks);
}

/** Returns index.html with preloads of `files`, which the browser would otherwise discover only when the entry runs. */
function withFiles(index: string, files: readonly string[]): string {
  const missing = files.filter((file) => !index.includes(`/${file}"`));
  return index.replace('  </head>', `${missing.map(linkTo).join('')}  </head>`);
}

function linkTo(file: string): string {
  const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  return `    <link rel="${rel}" crossorigin href="/${file}">\n`;
}

/** Returns the HTML of a page, which needs `files`. */
export const pageFile = (index: string, files: readonly string[]): string =>
  withFiles(index, files).replace(
    /(<link rel="modulepreload"|<script type="module")/g,
    '$1 fetchpriority="low"',
  );

/**
 * Inlines the linked stylesheets, so that the first paint needs no request for them. The links stay in the page, but
 * disabled: lazy chunks find them there, so they do not load the stylesheets again.
 */
function withStyles(html: string, folder: string, css = new Map<string, string>()): string {
  return html.replace(
    / *<link rel="stylesheet" crossorigin href="\/([^"]+\.css)">\n/g,
    (link, file: string) =>
      `    <style>${css.get(file) ?? readFileSync(join(folder, file), 'utf8').trim()}</style>\n${link.replace('>', ' disabled>')}`,
  );
}

const TONGUES = 'lib/tongues.ts';
const LANGUAGE_SOURCE =
  /^(?:lib\/tongues\.ts|cyrillic-face\.css|assets\/lora-cyrillic\.woff2|(?:.*\/)?domain\/language\/(sr-Cyrl|en|ru)\/tongue\.ts)$/;

/** Whether only pages in a language other than Serbian in Latin letters load the chunk. */
export const isOfLanguage = (key: string): boolean => LANGUAGE_SOURCE.test(key);

/** Returns the chunks that pages in a language load besides those of all pages: its sentences, and for Cyrillic a font. None for Serbian in Latin letters. */
export function chunksOfLanguage(language: Language, chunks: Chunks): Chunks[string][] {
  if (language === SALONS_LANGUAGE) return [];
  const isCyrillic = language === 'sr-Cyrl' || language === 'ru';
  const keys = Object.keys(chunks).filter((key) => {
    const source = LANGUAGE_SOURCE.exec(key);
    if (source === null || key === TONGUES) return key === TONGUES;
    return source[1] === undefined ? isCyrillic : source[1] === language;
  });
  return takeWithImports(keys, chunks);
}

const FONT = / *<link rel="preload" [^>]*as="font"[^>]*>\n(?!.*as="font")/;

/** Returns index.html in a language, with preloads of its sentences and its font. */
function indexIn(language: Language, index: string, chunks: Chunks): string {
  if (language === SALONS_LANGUAGE) return index;
  const files = chunksOfLanguage(language, chunks).map(({ file }) => file);
  const fonts = files.filter((file) => file.endsWith('.woff2'));
  const note = t('Stranica se nije učitala do kraja. Osvežite je ili pozovite salon.');
  const html = index
    .replace(`<html lang="${SALONS_LANGUAGE}"`, `<html lang="${language}" data-note="${note}"`)
    .replace('/site.webmanifest"', `/site.webmanifest?jezik=${language}"`)
    .replace(FONT, (last) =>
      [last, ...fonts.map((font) => last.replace(/href="[^"]+"/, `href="/${font}"`))].join(''),
    );
  return withFiles(
    html,
    files.filter((file) => !fonts.includes(file)),
  );
}

const EMPTY_APP = '<div id="app"></div>';

/**
 * Adds frames as templates, from which src/web/app/early.ts takes the one that fits. `app`: the content of the page
 * itself, and for whom it is.
 */
function withFrames(html: string, app: Frame, frames: readonly Frame[]): string {
  const templates = frames.map(
    (one) => `<template data-frame="${one.keys.join(' ')}">${one.html}</template>`,
  );
  return html
    .replace('<html ', `<html data-frames="${app.keys.join(' ')}" `)
    .replace(EMPTY_APP, () => [`<div id="app">${app.html}</div>`, ...templates].join(''));
}

const VISITORS = [0, ...WIDTHS_REM].map((_, index) => `VISITOR${index}`);
const NONE: Frame = { html: '', keys: [] };
const LINK = / *<link rel="stylesheet" crossorigin href="[^"]+">\n/;
const FONTS_AND_ENTRY =
  / *<(?:link rel="preload" [^>]*as="font"[^>]*|script type="module"[^>]*><\/script)>\n/g;

/**
 * Returns the HTML of a page behind the login, with the styles of its frames in place of the link. Fonts and
 * scripts come last: they must not delay the first paint.
 */
function framedFile(
  index: string,
  { title, search, frames: [first = NONE, ...others] }: FramedPage,
  { folder, css }: { folder: string; css: string },
): string {
  const html = pageFile(index, []);
  const framed = withStyles(
    html.replace(LINK, () => `    <style>${css}</style>\n`),
    folder,
  )
    .replace(FONTS_AND_ENTRY, '')
    .replace('  </head>', () => `${title === null ? '' : `    <title>${title}</title>\n`}  </head>`)
    .replace('  </body>', () => `${html.match(FONTS_AND_ENTRY)?.join('')}  </body>`);
  // /booking is a page for visitors too, so without scripts it must not show a frame
  return search === '?pomeri'
    ? withFrames(framed, NONE, [first, ...others])
    : withFrames(framed, first, others);
}

/** A folder of pages: '' for salons with one language, another for each language of salons with several. */
export type Folder = '' | Language;
export const FOLDERS: readonly Folder[] = ['', ...LANGUAGES];
export const languageIn = (folder: Folder): Language => folder || SALONS_LANGUAGE;

/** The chunks and the index.html of one build. */
export interface BuiltPages {
  readonly chunks: Chunks;
  readonly index: string;
}

export interface WrittenPages {
  readonly folder: string;
  readonly of: (folder: Folder) => BuiltPages;
  /** An inline script that runs before all others. */
  readonly early: string;
  readonly frames: Frames;
}

/** Writes the HTML file of each page of a folder. */
function writeFolder(name: Folder, { folder, of, early, frames }: WrittenPages): void {
  const language = languageIn(name);
  const { chunks, index: plain } = of(name);
  const { pages, home, shell } = frames.of[language];
  const index = indexIn(language, plain, chunks);
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  const write = (name: string, html: string) =>
    writeFileSync(
      join(place, `${name}.html`),
      html.replace('  </head>', () => `    <script>${early}</script>\n  </head>`),
    );
  for (const page of Object.keys(PUBLIC_PAGES) as PublicPage[]) {
    const files = chunksOf(page, chunks).flatMap(({ file, css = [] }) => [file, ...css]);
    const html = pageFile(index, files);
    if (page === 'home') {
      const css = new Map(chunks['index.html']?.css?.map((file) => [file, frames.homeCss]));
      write(page, withFrames(withStyles(html, folder, css), { html: '', keys: VISITORS }, home));
    } else write(page, withStyles(html, folder));
  }
  const styles = { folder, css: frames.css };
  for (const page of pages)
    write(encodeURIComponent(page.path.slice(1) + page.search), framedFile(index, page, styles));
  // stands for any page: the styles of all pages follow the frame, which must not wait for them
  const framed = framedFile(index, shell, styles).replaceAll(SALON_NAME, '');
  const all = takeWithImports(['all-pages.css'], chunks).map(({ file }) => linkTo(file));
  write('index', framed.replace('  </body>', `${all.join('')}  </body>`));
}

/** Writes the HTML file of each page: those of salons with one language in `folder`, others in a folder with the language's name. */
export function writePageFiles(written: WrittenPages): void {
  for (const name of FOLDERS) inLanguage(languageIn(name), () => writeFolder(name, written));
}
