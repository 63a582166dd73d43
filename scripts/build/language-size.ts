// Part of npm run check:size: measures what a salon with one language downloads for others.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';
import { buildPages } from '../build-web.ts';
import { oneLanguage } from './one-language.ts';
import { chunksOf, PUBLIC_PAGES, type PublicPage } from './page-files.ts';

/** docs/spec/behaviour.md §33.3 */
const MOST_BYTES = 200;

/** What is left of modules in a product that knows one language; paths are below src. */
const WITHOUT: Readonly<Record<string, string>> = {
  'domain/language/translate.ts': `export const t = (sentence) => sentence;
    export const said = t;
    export const inReadersScript = t;
    export const tongue = () => undefined;
    export const speakBy = tongue;`,
  'domain/language/languages.ts': `export const SALONS_LANGUAGE = 'sr-Latn';
    export const LANGUAGES = [SALONS_LANGUAGE];
    export const isLanguage = () => false;`,
  'domain/language/service-name.ts': `export const serviceName = ({ name }) => name;
    export const servicesText = ({ service_name, services = [] }) =>
      services.length > 0 ? services.map(serviceName).join(' + ') : service_name;`,
  'web/lib/chosen-language.ts': 'export const isOtherLanguage = () => false;',
  'web/accounts/language-section.tsx': 'export const LanguageSection = () => null;',
};
const HEADER = "  sent.set('accept-language', languageOfPage());\n";

const src = join(import.meta.dirname, '..', '..', 'src');

const withoutRemains = (): Plugin => ({
  name: 'without-remains',
  enforce: 'pre',
  load: (id) => WITHOUT[relative(src, id)],
  transform: (code) => (code.includes(HEADER) ? { code: code.replace(HEADER, ''), map: null } : undefined),
});

/** The bytes of each public page's scripts in a build, compressed with gzip. */
async function scriptBytes(plugins: Plugin[]): Promise<ReadonlyMap<PublicPage, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'lunula-size-'));
  try {
    const { chunks } = await buildPages(folder, plugins);
    const bytesOf = (file: string) =>
      gzipSync(readFileSync(join(folder, file)), { level: zlib.Z_BEST_COMPRESSION }).length;
    const pages = Object.keys(PUBLIC_PAGES) as PublicPage[];
    return new Map(
      pages.map((page) => [
        page,
        chunksOf(page, chunks).reduce((sum, { file }) => sum + (file.endsWith('.js') ? bytesOf(file) : 0), 0),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compares the pages of salons with one language with those of a product that knows one language. */
export async function languageFaults(): Promise<string[]> {
  process.env.NODE_ENV = 'production';
  const [usual, without] = [
    await scriptBytes([oneLanguage()]),
    await scriptBytes([withoutRemains(), oneLanguage()]),
  ];
  const more = [...usual].map(([page, bytes]) => [page, bytes - (without.get(page) ?? 0)] as const);
  console.log(
    `for other languages: ${more.map(([page, bytes]) => `${page} ${bytes}`).join(', ')} of ${MOST_BYTES} bytes`,
  );
  return more
    .filter(([, bytes]) => bytes > MOST_BYTES)
    .map(
      ([page, bytes]) =>
        `${page} has ${bytes} bytes for other languages in a salon with one, more than ${MOST_BYTES}`,
    );
}
