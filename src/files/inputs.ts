/** The files that were read for the user since the command started, as they were named. */
const inputs = new Set<string>();

/** Notes a file that is about to be read, or that another thread reads, so that nothing is written over it. */
export function noteInput(file: string): void {
  inputs.add(file);
}

/** Every file that was read for the user. */
export function inputFiles(): readonly string[] {
  return [...inputs];
}

/** Starts anew with the next command. */
export function forgetInputs(): void {
  inputs.clear();
}
