/** Prints what a check found, a line each, and lets the process end with 1 when it found something. */
export function reportFaults(check: string, faults: readonly string[]): void {
  if (faults.length === 0) console.log(`${check}: no faults`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
