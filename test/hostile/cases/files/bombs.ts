/** Compressed zeros and nested XML entities, for several cases. Each size is compressed only once. */
import { memoize } from '../../../support/memoize.ts';
import { deflated, gzipped } from '../../bytes/zeros.ts';

const deflate = memoize(deflated);

/**
 * Zeros compressed as gzip, as raw deflate data for zip members, and as zlib data for PNG and PDF. The argument is in
 * megabytes.
 */
export const zeroes = {
  gzip: memoize(gzipped),
  deflate,
  zlib: async (megabytes: number) =>
    Buffer.concat([Buffer.from('78da', 'hex'), await deflate(megabytes), Buffer.alloc(4)]),
};

/** Entities that each contain the previous entity 10 times. `&l9;` expands to a billion strings. */
export const laughs = `<!ENTITY l0 "ha">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
).join('')}`;
