import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OWN = pathToFileURL(import.meta.dirname + sep).href;
const PROJECT = join(import.meta.dirname, '..', '..');

const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    maps.set(file, readMap(`${fileURLToPath(file)}.map`));
  }
  return maps.get(file);
}

/** Never throws: an error in here, such as EMFILE, would replace the error whose trace is read, and end the process. */
export function readMap(path: string): SourceMap | undefined {
  try {
    return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  } catch {
    return undefined; // the trace then shows positions in the bundle
  }
}

/** Maps a position in the bundle to 'src/server/start.ts:12:5'; undefined for a position outside the bundle. */
function sourceOf(file: string, line: number, column: number): string | undefined {
  if (!file.startsWith(OWN)) return undefined;
  const found = mapOf(file)?.findOrigin(line, column);
  if (found === undefined || !('fileName' in found)) return undefined;
  const path = relative(PROJECT, resolve(import.meta.dirname, found.fileName));
  return `${path.replaceAll(sep, '/')}:${found.lineNumber}:${found.columnNumber}`;
}

function frameText(frame: NodeJS.CallSite): string {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
  const text = String(frame);
  if (!file || line === null || column === null) return text;
  const source = sourceOf(file, line, column);
  return source === undefined ? text : text.replace(`${file}:${line}:${column}`, source);
}

/** Makes stack traces show positions in src/. Reads a source map only when needed: Node's `--enable-source-maps` costs a third more memory at the start. */
export function nameSourcesInTraces(): void {
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${frameText(frame)}`)].join('\n');
}
