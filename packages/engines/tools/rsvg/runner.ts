/** Compresses SVG with gzip, or decompresses it up to a size limit. */
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readStep } from '../../contract/step.ts';

const maxBytes = 64 * 1024 * 1024;

const { from, input, output } = readStep();
const file = await readFile(input);
await writeFile(output, from === 'svgz' ? gunzipSync(file, { maxOutputLength: maxBytes }) : gzipSync(file));
