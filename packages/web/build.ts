/** Builds the browser's files into dist/: names with hashes, a manifest, and each also as gzip and Brotli. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { convertTool, entries } from './entries.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Each is built apart: what the convert tool shares with others would be one more file that it waits for. */
const parts = [
  { inputs: [convertTool], name: 'main', test: /preact|src.convert.main/ },
  { inputs: entries.filter((entry) => entry !== convertTool), name: 'preact', test: /preact/ },
] as const;

const manifest: Record<string, unknown> = {};
for (const [at, { inputs, ...group }] of parts.entries()) {
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
