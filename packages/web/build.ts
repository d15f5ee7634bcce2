/** Builds the browser's files into dist/: names with hashes, a manifest, and each also as gzip and Brotli. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { entries } from './entries.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  // Files refer to each other relatively: the service may be below a path prefix.
  base: './',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // The content security policy allows no inline images.
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: entries.map((entry) => `${root}${entry}`) },
  },
});

const assets = new URL('dist/assets/', import.meta.url);
for (const name of readdirSync(assets)) {
  const file = fileURLToPath(new URL(name, assets));
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content));
}
