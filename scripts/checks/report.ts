/** Prints one fault per line. If there is any, sets the exit code to 1. */
export function reportFaults(check: string, faults: readonly string[]): void {
  if (faults.length === 0) console.log(`${check}: no faults`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
