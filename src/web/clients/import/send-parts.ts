import { useRef, useState } from 'react';

/** A random UUID. Pages without HTTPS lack `crypto.randomUUID`. */
export function newImportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, n) =>
    n === 6 ? (byte & 0x0f) | 0x40 : n === 8 ? (byte & 0x3f) | 0x80 : byte,
  );
  return hex
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Sends rows in parts, so that a broken connection loses little and the progress moves. */
export function useParts() {
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const isStopped = useRef(false);
  const send = async <Row, Result>(
    rows: readonly Row[],
    partRows: number,
    part: (rows: readonly Row[]) => Promise<readonly Result[]>,
  ): Promise<Result[]> => {
    isStopped.current = false;
    const results: Result[] = [];
    try {
      while (results.length < rows.length && !isStopped.current) {
        setProgress({ done: results.length, total: rows.length });
        results.push(...(await part(rows.slice(results.length, results.length + partRows))));
      }
      return results;
    } finally {
      setProgress(null);
    }
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { done: progress?.done ?? null, total: progress?.total ?? 0, send, stop };
}
