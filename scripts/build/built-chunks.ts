import type { Plugin } from 'vite';

export const CHUNKS_FILE = 'chunks.json';

/** One built script: what stands in it, and what it asks for before it can run. */
export interface BuiltChunk {
  /** The module that it was made for, from src/web: 'auth/login-page.tsx'; null for what several share. */
  readonly of: string | null;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly styles: readonly string[];
  /** The npm packages in it. */
  readonly packages: readonly string[];
}

const packageOf = (id: string): string | undefined =>
  /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1];

/** Notes beside the pages what became of the sources, by file; page-files.ts and the check of weights read it. */
export const noteChunks = (webFolder: string): Plugin => ({
  name: 'note-chunks',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks: Record<string, BuiltChunk> = {};
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const packages = chunk.moduleIds.map(packageOf).filter((name) => name !== undefined);
      chunks[chunk.fileName] = {
        of: chunk.facadeModuleId?.replaceAll('\\', '/').replace(`${webFolder}/`, '') ?? null,
        isEntry: chunk.isEntry,
        imports: chunk.imports,
        styles: [...(chunk.viteMetadata?.importedCss ?? [])],
        packages: [...new Set(packages)].sort(),
      };
    }
    this.emitFile({ type: 'asset', fileName: CHUNKS_FILE, source: JSON.stringify(chunks, null, 1) });
  },
});
