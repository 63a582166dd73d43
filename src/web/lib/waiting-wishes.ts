let waiting: { readonly id: number; readonly files: readonly File[] } | null = null;

/** Keeps the pictures that were chosen for a booking, until its ticket sends them. docs/spec/behaviour.md §30.4 */
export function keepWishes(id: number, files: readonly File[]): void {
  if (files.length > 0) waiting = { id, files };
}

/** The pictures that wait for this booking; the caller sends them. */
export function takeWishes(id: number): readonly File[] {
  if (waiting?.id !== id) return [];
  const { files } = waiting;
  waiting = null;
  return files;
}
