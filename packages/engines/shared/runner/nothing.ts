/** Tells the server that a file was read and that nothing is in it, which is right where the file is sound. */

const mark = 'protean-nothing-in-it';

/** Said by a runner beside its empty result; the server decides whether that is what the file holds. */
export function tellNothing(): void {
  process.stderr.write(`${mark}\n`);
}

/** Whether a run told so; `stderr` is its standard error. */
export const toldNothing = (stderr: string): boolean => new RegExp(`^${mark}$`, 'm').test(stderr);
