/**
 * Builds the files for browsers into dist/, and a manifest. File names contain a hash. Each file is also stored as a
 * copy that is compressed with gzip, and as a copy that is compressed with Brotli.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { commonScript, convertTool, entries } from './entries.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Parts of the web interface that are built separately. The common script and the convert tool must not share any file
 * with other entries. A shared file would delay the start of the convert page.
 */
const parts = [
  { inputs: [commonScript], name: 'page', test: /src.page/ },
  { inputs: [convertTool], name: 'main', test: /preact|src.convert.main/ },
  {
    inputs: entries.filter((entry) => entry !== commonScript && entry !== convertTool),
    name: 'preact',
    test: /preact/,
  },
] as const;

const manifest: Record<string, unknown> = {};
for (const [at, { inputs, ...group }] of parts.entries()) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // Files refer to each other with relative paths, because the service may be below a path prefix.
    base: './',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      target: 'es2022',
      // Images are not inlined, because the content security policy does not allow it.
      assetsInlineLimit: 0,
      // The PDF reader exceeds the default size limit. The PDF reader is loaded only when a page of a PDF is shown.
      chunkSizeWarningLimit: 2000,
      emptyOutDir: at === 0,
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: inputs.map((entry) => `${root}${entry}`),
        output: { codeSplitting: { groups: [group] } },
      },
    },
  });
  Object.assign(manifest, JSON.parse(readFileSync(`${root}dist/manifest.json`, 'utf8')));
}
writeFileSync(`${root}dist/manifest.json`, JSON.stringify(manifest));

const assets = new URL('dist/assets/', import.meta.url);
for (const name of readdirSync(assets)) {
  const file = fileURLToPath(new URL(name, assets));
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content));
}
