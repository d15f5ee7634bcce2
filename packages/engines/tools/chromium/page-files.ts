/**
 * Provides the files of a page by their URLs below an artificial origin. The browser receives no files except the files
 * of the page.
 */

/** The top-level domain `invalid` never exists. */
export const origin = 'http://page.invalid/';

export interface PageFile {
  body: Buffer;
  type: string;
}

export interface PageFiles {
  /** The URL of the page itself. */
  address: string;
  /** Returns the file at a URL, or undefined if the file does not exist. */
  find(address: string): Promise<PageFile | undefined>;
}

/** Returns the files of a page that consists of a single file. */
export function singlePage(page: PageFile): PageFiles {
  const address = `${origin}page`;
  return { address, find: (asked) => Promise.resolve(asked === address ? page : undefined) };
}
