/**
 * Builds src/server into dist/server if a source file has changed. Compared with running the sources, the bundle
 * starts in half the time and needs two thirds of the memory. docs/decisions/0021-the-server-runs-as-a-bundle.md
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { fingerprint, putInPlace } from './build/stamp.ts';

const root = join(import.meta.dirname, '..');
export const serverFolder = join(root, 'dist', 'server');
/**
 * The file with the fingerprint of the sources. It is inside dist/server, so that build and fingerprint are replaced
 * together.
 */
const stampFile = join(serverFolder, 'stamp');
const sources = [
  'src/{server,domain,contract}/**/*.*',
  'migrations/**/*.*',
  'package-lock.json',
  'scripts/{build-server,build/stamp}.ts',
];

/**
 * The entry files by their names in dist/server. They locate other files by relative paths, which work in both folders
 * because dist/server and src/server have the same depth.
 */
const ENTRIES = {
  main: 'src/server/main.ts',
  'backup-process': 'src/server/platform/backups/backup-process.ts',
  'decode-process': 'src/server/pictures/decode-process.ts',
};

/** Matches web-push and its dependencies, which no other package needs. */
const PUSH =
  'web-push|http_ece|jws|jwa|ecdsa-sig-formatter|buffer-equal-constant-time|safe-buffer|asn1\\.js|bn\\.js|minimalistic-assert|safer-buffer|https-proxy-agent|agent-base|debug|ms';
/** Matches all packages except those for mail and push, which load when the first mail or push is sent. */
const LIBRARIES = new RegExp(`[\\\\/]node_modules[\\\\/](?!(nodemailer|${PUSH})[\\\\/])`);

const ABSENT = '\0absent';
/**
 * Leaves out `glob`, which @fastify/static needs only for `wildcard: false`; the server does not use this option.
 * Saves a tenth of the libraries' load time.
 */
const withoutGlob: Plugin = {
  name: 'without-glob',
  enforce: 'pre',
  resolveId: (id) => (id === 'glob' ? ABSENT : null),
  load: (id) => (id === ABSENT ? 'export const glob = undefined;' : null),
};

/** Keeps only the source maps of the project's code; with the libraries, the maps would be five times as large. */
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
    // off: Vite's TypeScript transform reads every tsconfig.json, also those of the tests; Rolldown's transform does not
    oxc: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutGlob, ownMapsOnly],
    // pg-native is an optional dependency of pg and is not installed; sharp has native code
    ssr: { noExternal: true, external: ['pg-native', 'sharp'] },
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
          // keeps the names of functions, because stack traces show them
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

export const serverStamp = (folder?: string): string => fingerprint(sources, [], folder);

const isBuilt = (stamp: string): boolean =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;

/** Builds dist/server if it is not up to date. */
export async function buildServer(): Promise<void> {
  const stamp = serverStamp();
  if (isBuilt(stamp)) return;
  const began = performance.now();
  console.log('Building the server …');
  const next = join(root, 'dist', `server-next-${process.pid}`);
  try {
    await bundle(next);
    writeFileSync(join(next, 'stamp'), stamp);
    // keeps an equal build that another process has finished meanwhile: a server may already run from that build
    if (!isBuilt(stamp)) putInPlace(next, serverFolder);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  console.log(`Server built in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

if (import.meta.main) await buildServer();
