/** spec.md §8 calls three failures silent: nothing on the screen, a line in the browser's console (behaviour.md §3). */
export function leaveConsoleLine(what: string, error: unknown): void {
  console.warn(what, error);
}
