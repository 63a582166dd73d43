import type { ComponentType } from 'react';
import { type Chunk, chunk } from './ui/chunk.ts';

/** A chunk past the public pages: it comes with the classes that only those inside use. */
export const insideChunk = <Props>(load: () => Promise<{ default: ComponentType<Props> }>): Chunk<Props> =>
  chunk(async () => {
    const [page] = await Promise.all([load(), import('./styles/inside.css')]);
    return page;
  });
