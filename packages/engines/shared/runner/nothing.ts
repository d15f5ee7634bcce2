/** Reports to the server that a file was read but has no content. */

const mark = 'protean-nothing-in-it';

/** Reports an empty result. The server checks whether the file is intact and really has no content. */
export function tellNothing(): void {
  process.stderr.write(`${mark}\n`);
}

/** Returns whether a runner with this standard error output reported an empty result. */
export const reportsNothing = (stderr: string): boolean => new RegExp(`^${mark}$`, 'm').test(stderr);
