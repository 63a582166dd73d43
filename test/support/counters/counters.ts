const counts = new Map<string, number>();

/** Returns 0 for the first call with this name in a test file, 1 for the second, and so on. */
export function countOf(name: string): number {
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  return count;
}

export const restartCounters = (): void => counts.clear();
