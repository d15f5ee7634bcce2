/**
 * Tests that a common generator can create a client from `/openapi.json`, and that the generated client compiles and
 * behaves as described.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { closing, fixture, temporaryFolder } from '../../support/fixtures.ts';
import { busy, openTestApp } from '../../support/server/test-app.ts';

const run = promisify(execFile);
const installed = (name: string) => fileURLToPath(new URL(`../../../node_modules/${name}`, import.meta.url));

/**
 * Typical code of a developer who uses the generated functions. The compiler checks the code against the generated
 * types.
 */
const program = `
import { convert, createJob, detectFormat, getJob, getUsage, listFormats, type Job } from './sdk/index.js';
import { createClient } from './sdk/client/index.js';

declare const process: { argv: string[] };
const [, , baseUrl = '', auth = ''] = process.argv;
const client = createClient({ baseUrl, auth });
const throwOnError = true;

const picture = await (await fetch('data:image/png;base64,' + process.argv[4])).blob();
const file = new File([picture], 'picture.png');

const { data: list } = await listFormats({ client, query: { source: 'png', target: 'webp' }, throwOnError });
const { data: detection } = await detectFormat({ client, body: { file }, throwOnError });
const { data: converted, response } = await convert({
  client,
  body: { file, target: 'webp', width: 20, lossless: true },
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  throwOnError,
});
const bytes: Blob = converted;

const { data: accepted } = await createJob({ client, body: { file, target: 'jpg' }, throwOnError });
const { data: job } = await getJob({ client, path: { id: accepted.job_id }, query: { wait: 60 }, throwOnError });
const finished: Job = job;
const result = await fetch(finished.result?.file_url ?? '');

const { error } = await convert({ client, body: { file, target: 'mp3' } });
const { data: usage } = await getUsage({ client, throwOnError });

console.log(JSON.stringify({
  routes: list.counts.routes,
  detected: detection.format,
  name: response.headers.get('Content-Disposition'),
  webp: btoa(String.fromCharCode(...new Uint8Array(await bytes.arrayBuffer()))),
  status: finished.status,
  jpg: [result.status, Number(result.headers.get('Content-Length')) === finished.result?.size],
  refusal: error?.error.code,
  used: usage.conversions.used,
}));
`;

const settings = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
  files: ['program.ts'],
};

const here = fixture(async (stack) => {
  const app = closing(stack, await openTestApp('sqlite'));
  const { key } = await app.customer('hobby', busy);
  return { url: app.service.url, key, folder: await temporaryFolder(stack) };
});

test('@hey-api/openapi-ts generates a client that compiles, converts a file and creates a job', async () => {
  const { url, key, folder } = here;
  const files = {
    'program.ts': program,
    'tsconfig.json': JSON.stringify(settings),
    'package.json': '{"type":"module"}',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const inFolder = { cwd: folder };
  const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'];
  const generator = installed('@hey-api/openapi-ts/bin/run.js');
  await run(
    process.execPath,
    [generator, '-i', `${url}/openapi.json`, '-o', 'sdk', '-p', ...plugins],
    inFolder,
  );
  await run(process.execPath, [installed('@typescript/native/bin/tsc'), '-p', '.'], inFolder);

  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { stdout } = await run(
    process.execPath,
    ['program.js', url, key, picture.toString('base64')],
    inFolder,
  );
  const { webp, ...seen } = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual(seen, {
    routes: 1,
    detected: 'png',
    name: 'attachment; filename="picture.webp"',
    status: 'completed',
    jpg: [200, true],
    refusal: 'unsupported_route',
    used: 2,
  });
  const { format, width, height } = await sharp(Buffer.from(String(webp), 'base64')).metadata();
  assert.deepEqual({ format, width, height }, { format: 'webp', width: 20, height: 15 });
  // The generator names the functions after the operations in the document.
  assert.match(await readFile(path.join(folder, 'sdk/sdk.gen.ts'), 'utf8'), /export const followJob = /);
});
