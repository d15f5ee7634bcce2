/** The packed zeroes that several cases share, made once each. */
import { memoize } from '../../support/memoize.ts';
import { deflated, gzipped } from '../bytes/zeros.ts';

const deflate = memoize(deflated);

/** As gzip packs them, as zip does, and with the head that PNG and PDF want; the number is of megabytes. */
export const zeroes = {
  gzip: memoize(gzipped),
  deflate,
  zlib: async (megabytes: number) =>
    Buffer.concat([Buffer.from('78da', 'hex'), await deflate(megabytes), Buffer.alloc(4)]),
};

/** Entities each of which is ten of the one before; `&l9;` is a thousand million laughs. */
export const laughs = `<!ENTITY l0 "ha">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
).join('')}`;
