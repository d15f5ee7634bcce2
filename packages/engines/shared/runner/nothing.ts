/** Reports to the server that a file was read and has no content, which is valid for an intact file. */

const mark = 'protean-nothing-in-it';

/** Reports an empty result. The server decides whether the file really has no content. */
export function tellNothing(): void {
  process.stderr.write(`${mark}\n`);
}

/** Returns whether the run reported an empty result. `stderr` is its standard error. */
export const reportsNothing = (stderr: string): boolean => new RegExp(`^${mark}$`, 'm').test(stderr);
