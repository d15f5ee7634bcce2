/** The files of a page by their addresses below a made-up origin, which are all that the browser is answered with. */

/** The top-level domain `invalid` never exists. */
export const origin = 'http://page.invalid/';

export interface PageFile {
  body: Buffer;
  type: string;
}

export interface PageFiles {
  /** The address of the page itself. */
  address: string;
  /** The file at an address; undefined where there is none. */
  find(address: string): Promise<PageFile | undefined>;
}

/** A page that has no other files. */
export function singlePage(page: PageFile): PageFiles {
  const address = `${origin}page`;
  return { address, find: (asked) => Promise.resolve(asked === address ? page : undefined) };
}
