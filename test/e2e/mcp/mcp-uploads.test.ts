/**
 * Tests uploads of files that are too large for a tool argument. The client uploads a large file to a URL. After the
 * upload, only the owner of the file can use its `file_id` (contract §13.6).
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { callTool, connectOverHttp, eras, type ToolResult } from '../../support/mcp/mcp.ts';
import { size } from '../../support/results/measure.ts';
import { busy, openTestApp, usageOf, type Customer, type TestApp } from '../../support/server/test-app.ts';

const run = promisify(execFile);

const MB = 1024 * 1024;
/** Size limit of direct conversions for this account. Files above this limit are converted as jobs. */
const atOnce = 9 * MB;

let app: TestApp;
let who: Customer;
let url: string;
let dir: string;
/** Path of a HEIC photo of 8 MB. */
let photo: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-mcp-'));
  app = await openTestApp('sqlite', {
    SIZE_OVERRIDES: `{"hobby":${atOnce}}`,
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
  });
  ({ url } = app.service);
  who = await app.customer('hobby', busy);
  photo = path.join(dir, 'photo.heic');
  await writeFile(photo, await paddedHeic(8 * MB));
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

/** Returns a HEIC image of `bytes` bytes. The image is padded with a `free` box, which readers skip. */
async function paddedHeic(bytes: number): Promise<Buffer> {
  const picture = await heic();
  const box = Buffer.alloc(bytes - picture.length);
  box.writeUInt32BE(box.length);
  box.write('free', 4);
  return Buffer.concat([picture, box]);
}

async function heic(): Promise<Buffer> {
  const form = new FormData();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="99" height="99" fill="red"/></svg>';
  form.append('file', new File([svg], 'a.svg'));
  form.append('target', 'heic');
  const response = await fetch(`${url}/api/convert`, { method: 'POST', body: form });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

for (const era of eras) {
  test(`a ${era} client needs 3 tool calls to list the targets of a photo and convert the photo`, async () => {
    await using client = await connectOverHttp(url, era, who.key);
    let calls = 0;
    const call = async (name: string, given: Record<string, unknown>) => {
      calls += 1;
      const result = (await client.callTool({ name, arguments: given })) as ToolResult;
      assert.equal(result.isError, undefined, JSON.stringify(result));
      return result.structuredContent as Record<string, string>;
    };
    const { targets } = (await call('list_conversions', { source_format: 'heic' })) as unknown as {
      targets: { target_format: string; options: string[] }[];
    };
    const jpg = targets.find(({ target_format }) => target_format === 'jpg');
    assert.ok(jpg?.options.includes('width'));
    const { curl = '', file_id } = await call('create_upload', { filename: 'photo.heic', size: 8 * MB });
    const sent = await run('/bin/sh', ['-c', `exec ${curl} -sS -o /dev/null -w '%{http_code}'`], {
      cwd: dir,
    });
    assert.equal(sent.stdout, '201', sent.stderr);
    const { file_url = '', file_name } = await call('convert_file', {
      file_id,
      target_format: 'jpg',
      width: 160,
    });
    assert.equal(file_name, 'photo.jpg');
    const result = path.join(dir, 'photo.jpg');
    await writeFile(result, Buffer.from(await (await fetch(file_url)).arrayBuffer()));
    assert.equal(await size(result), '160x100');
    assert.equal(calls, 3);
  });
}

async function upload(content: Buffer, filename: string, key?: string): Promise<string> {
  const { result, failure } = await callTool(url, 'create_upload', { filename }, { key });
  const { upload_url: link, file_id } = (result.structuredContent ?? {}) as Record<string, string>;
  assert.ok(link, failure.message);
  const response = await fetch(link, { method: 'PUT', body: content });
  assert.equal(response.status, 201);
  return file_id ?? '';
}

test('an MCP client can detect the format of an uploaded file and convert the file to several formats', async () => {
  const { used } = await usageOf(app, who);
  const file_id = await upload(Buffer.from('{"a":1}'), 'data.txt', who.key);
  const { result } = await callTool(url, 'detect_format', { file_id, filename: 'x' }, { key: who.key });
  assert.equal(result.structuredContent?.['format'], 'json');
  for (const target_format of ['yaml', 'toml']) {
    const given = { file_id, source_format: 'json', target_format };
    assert.deepEqual((await callTool(url, 'convert_file', given, { key: who.key })).failure, {});
  }
  assert.equal((await usageOf(app, who))['used'], Number(used) + 2);
});

test("returns the same error for an invalid file_id and for another caller's file_id", async () => {
  const other = await app.customer('hobby', busy);
  const theirs = await upload(Buffer.from('{"secret":1}'), 'a.json', other.key);
  const ofAddress = await upload(Buffer.from('{"secret":1}'), 'a.json');
  const ids = [theirs, ofAddress, crypto.randomUUID(), 'x', '../../etc/passwd', ''.padEnd(500, 'a')];
  const failures = [];
  for (const file_id of ids) {
    const given = { file_id, target_format: 'yaml' };
    const { failure } = await callTool(url, 'convert_file', given, { key: who.key });
    assert.equal(failure.code, 'not_found');
    failures.push(failure.message);
    assert.equal(
      (await callTool(url, 'detect_format', { file_id }, { key: who.key })).failure.code,
      'not_found',
    );
  }
  assert.equal(new Set(failures).size, 1);
  const { failure } = await callTool(url, 'convert_file', { file_id: theirs, target_format: 'yaml' });
  assert.equal(failure.code, 'not_found', 'without a key');
  const own = await callTool(url, 'convert_file', { file_id: ofAddress, target_format: 'yaml' });
  assert.deepEqual(own.failure, {}, 'the address that sent the file');
});

test('converts an uploaded file as a job if the file is too large for a direct conversion', async () => {
  const file_id = await upload(await paddedHeic(atOnce + 1), 'large.heic', who.key);
  const { result, failure } = await callTool(
    url,
    'convert_file',
    { file_id, target_format: 'png' },
    { key: who.key },
  );
  const { status, job_id } = (result.structuredContent ?? {}) as Record<string, string>;
  assert.equal(status, 'queued', failure.message);
  const { result: job } = await callTool(url, 'check_job', { job_id }, { key: who.key });
  assert.equal(job.structuredContent?.['status'], 'completed', JSON.stringify(job));
  const [, link] = job.content;
  assert.deepEqual([link?.name, link?.mimeType], ['large.png', 'image/png']);
});

test('converts a file from a URL as a job if the file is too large for a direct conversion', async () => {
  const site = createServer((_request, response) => response.end(large));
  const large = await paddedHeic(atOnce + 1);
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const source_url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/large.heic`;
  const given = { source_url, target_format: 'png' };
  const { result, failure } = await callTool(url, 'convert_file', given, { key: who.key });
  const { job_id } = (result.structuredContent ?? {}) as Record<string, string>;
  assert.ok(job_id, failure.message);
  const { result: job } = await callTool(url, 'check_job', { job_id }, { key: who.key });
  assert.equal(job.structuredContent?.['status'], 'completed', JSON.stringify(job));
  const without = await callTool(url, 'convert_file', given);
  assert.deepEqual(without.failure, {}, 'without a key 25 MB may be converted at once');
  site.close();
});

test('create_upload returns the file size limit for callers with and without an API key', async () => {
  const maxSize = async (key?: string) => {
    const { result } = await callTool(url, 'create_upload', { filename: 'a.bin' }, { key });
    return result.structuredContent?.['max_size'];
  };
  assert.equal(await maxSize(), 25 * MB);
  assert.equal(await maxSize(who.key), 5 * 1024 * MB);
  const { failure } = await callTool(url, 'create_upload', { filename: 'a.bin', size: 25 * MB + 1 });
  assert.deepEqual([failure.code, failure.details?.['limit']], ['file_too_large', 25 * MB]);
});
