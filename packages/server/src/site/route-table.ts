/**
 * Writes the table of convertible formats for the format picker in the browser. The table is small, because it has one
 * bit for each pair of formats.
 */
import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { combinableTargets } from '../convert/batch/combine.ts';
import type { RouteIndex } from '../convert/catalogue/planner.ts';
import type { AssetFile } from '../pages/web-assets.ts';

/**
 * The route table as a file. The file's name contains a hash of the route table, so browsers can cache the file
 * forever.
 */
export interface RouteTable {
  name: string;
  file: AssetFile;
}

/** Returns the route table. `languages` are the installed OCR languages. */
export function routeTable(routes: RouteIndex, languages: readonly string[]): RouteTable {
  const all = routes.all();
  const formats = [...new Set(all.map(({ target }) => target))].sort();
  const targets = Object.fromEntries(
    [...new Set(all.map(({ source }) => source))].sort().map((source) => {
      const ofSource = new Set(routes.targets(source));
      const bits = Buffer.alloc(Math.ceil(formats.length / 8));
      formats.forEach((ext, n) => {
        if (ofSource.has(ext)) bits[n >> 3] = (bits[n >> 3] ?? 0) | (1 << (n & 7));
      });
      return [source, bits.toString('base64')];
    }),
  );
  const combines = combinableTargets.filter((ext) => formats.includes(ext));
  const plain = Buffer.from(JSON.stringify({ formats, targets, combines, languages }));
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 8);
  const file = {
    type: 'application/json; charset=utf-8',
    plain,
    gzip: gzipSync(plain),
    brotli: brotliCompressSync(plain),
  };
  return { name: `routes-${hash}.json`, file };
}
