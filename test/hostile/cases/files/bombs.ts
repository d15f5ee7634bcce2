/**
 * Functions that return compressed zeros and nested XML entities, which many test cases use. A given number of zeros is
 * compressed only once.
 */
import { memoize } from '../../../support/memoize.ts';
import { deflated, gzipped } from '../../bytes/zeros.ts';

const deflate = memoize(deflated);

/**
 * Functions that return compressed zeros: as gzip, as raw deflate data for zip members, and as zlib data for PNG and
 * PDF. The argument is the uncompressed size in megabytes.
 */
export const zeroes = {
  gzip: memoize(gzipped),
  deflate,
  zlib: async (megabytes: number) =>
    Buffer.concat([Buffer.from('78da', 'hex'), await deflate(megabytes), Buffer.alloc(4)]),
};

/**
 * XML entities `l0` to `l9`. Each entity contains the previous entity 10 times, so `&l9;` expands to a billion strings.
 */
export const laughs = `<!ENTITY l0 "ha">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
).join('')}`;
