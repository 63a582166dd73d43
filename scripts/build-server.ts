// Builds src/server into dist/server when it, or what it stands on, has changed: a bundle starts in half the time of the sources and
// in two thirds of their memory. docs/decisions/0021-the-server-runs-as-a-bundle.md
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { fingerprint, putInPlace } from './build/stamp.ts';

const root = join(import.meta.dirname, '..');
export const serverFolder = join(root, 'dist', 'server');
/** Inside the folder: it says of these files what they were made of, whoever has put them there. */
const stampFile = join(serverFolder, 'stamp');
const sources = [
  'src/{server,domain,contract}/**/*.*',
  'migrations/**/*.*',
  'package-lock.json',
  'scripts/{build-server,build/stamp}.ts',
];

/** The programs, by their names in dist/server: each lies as deep in the project as src/server. */
const ENTRIES = {
  main: 'src/server/main.ts',
  'backup-process': 'src/server/platform/backups/backup-process.ts',
};

/** What pushes are encrypted and signed with, and what only that brings. */
const PUSH =
  'web-push|http_ece|jws|jwa|ecdsa-sig-formatter|buffer-equal-constant-time|safe-buffer|asn1\\.js|bn\\.js|minimalistic-assert|safer-buffer|https-proxy-agent|agent-base|debug|ms';
/** Mail and push are what a salon may never need: each is read when the first one is sent. */
const LIBRARIES = new RegExp(`[\\\\/]node_modules[\\\\/](?!(nodemailer|${PUSH})[\\\\/])`);

const ABSENT = '\0absent';
/**
 * `glob` and what it brings is loaded by @fastify/static only to list files for `wildcard: false`, which the server does not ask
 * for: a tenth of the libraries' time at the start.
 */
const withoutGlob: Plugin = {
  name: 'without-glob',
  enforce: 'pre',
  resolveId: (id) => (id === 'glob' ? ABSENT : null),
  load: (id) => (id === ABSENT ? 'export const glob = undefined;' : null),
};

/** Stack traces are led back to the project's own lines; the libraries' maps would be five times as large. */
const ownMapsOnly: Plugin = {
  name: 'own-maps-only',
  generateBundle(_options, bundle) {
    for (const [name, file] of Object.entries(bundle))
      if (file.type === 'chunk' && /^(libraries|nodemailer|web-push)\./.test(name)) {
        file.map = null;
        file.code = file.code.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
        delete bundle[`${name}.map`];
      }
  },
};

async function bundle(folder: string): Promise<void> {
  const { build } = await import('vite');
  const input = Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(root, file)]));
  await build({
    configFile: false,
    oxc: false, // Vite's own reading of TypeScript wants every tsconfig.json, also those of the tests; Rolldown's wants none
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutGlob, ownMapsOnly],
    ssr: { noExternal: true, external: ['pg-native'] }, // a native part of pg that is not installed
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        tsconfig: false,
        input,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          sourcemapExcludeSources: true,
          // names stay: a stack trace shows them
          minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
          codeSplitting: {
            groups: [
              { name: 'libraries', test: LIBRARIES, priority: 1 },
              { name: 'web-push', test: new RegExp(`[\\\\/]node_modules[\\\\/](${PUSH})[\\\\/]`) },
            ],
          },
        },
      },
    },
  });
}

/** Of all that the server is made of. */
export const serverStamp = (folder?: string): string => fingerprint(sources, [], folder);

const isBuilt = (stamp: string): boolean =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;

/** Does nothing, fast, when dist/server is what the sources would give. */
export async function buildServer(): Promise<void> {
  const stamp = serverStamp();
  if (isBuilt(stamp)) return;
  const began = performance.now();
  console.log('Building the server …');
  const next = join(root, 'dist', `server-next-${process.pid}`);
  try {
    await bundle(next);
    writeFileSync(join(next, 'stamp'), stamp);
    if (!isBuilt(stamp)) putInPlace(next, serverFolder); // another process that was quicker may run its own already
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  console.log(`Server built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

if (import.meta.main) await buildServer();
