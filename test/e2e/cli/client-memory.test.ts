/** The client streams large files: sending and saving 300 MB takes no more memory than a small file. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { open, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { fixture, temporaryFolder } from '../../support/fixtures.ts';

const large = 300_000_000;
const small = 1_000;
/** Allowance for chunks in transit and memory that is not garbage-collected yet. */
const allowedKiB = 120_000;

const client = new URL('../../../packages/client/src/index.ts', import.meta.url).href;
/** Converts a file by its path, saves the result, and prints the peak memory in KiB. */
const program = `
  import { Protean } from ${JSON.stringify(client)};
  const [, baseUrl, source, result] = process.argv;
  await (await new Protean({ baseUrl }).convert(source, { to: 'bin' })).save(result);
  console.log(process.resourceUsage().maxRSS);
`;

const here = fixture(async (stack) => {
  const dir = await temporaryFolder(stack);
  const received: number[] = [];
  // Reads the upload and sends a response of the same size.
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await finished(request);
    received.push(bytes);
    const size = bytes > large ? large : small;
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': size });
    await pipeline(Readable.from(chunksOf(size)), response);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(() => void server.close());
  return { dir, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});

function* chunksOf(size: number): Generator<Buffer> {
  const chunk = Buffer.alloc(65_536, 'x');
  for (let left = size; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
}

async function memoryFor(size: number): Promise<number> {
  const [source, result] = [path.join(here.dir, `${size}.bin`), path.join(here.dir, `${size}.out`)];
  await using file = await open(source, 'w');
  await file.truncate(size);
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    here.url,
    source,
    result,
  ]);
  assert.equal((await stat(result)).size, size);
  return Number(stdout);
}

test('the client library needs at most 120,000 KiB of additional memory for a 300 MB file', async (t) => {
  const [few, many] = [await memoryFor(small), await memoryFor(large)];
  assert.ok((here.received[1] ?? 0) > large);
  t.diagnostic(`${few} KiB for ${small} bytes, ${many} KiB for ${large} bytes`);
  assert.ok(many - few < allowedKiB, `${few} KiB for ${small} bytes, ${many} KiB for ${large} bytes`);
});
