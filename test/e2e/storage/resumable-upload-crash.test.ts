/**
 * A common tus client completes the upload of a large file even if the server is killed during the upload. The server
 * uses little memory for large uploads.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { Upload, type UploadOptions } from 'tus-js-client';
import { accepted, ended, objectsOf, submitJson } from '../../support/jobs/jobs.ts';
import { closing, fixture, onEachDatabase } from '../../support/fixtures.ts';
import { openTestApp, type Customer, type TestApp } from '../../support/server/test-app.ts';
import { linkFor } from '../../support/storage/uploads.ts';
import { partHeaders, tus } from '../../support/storage/tus.ts';

const MB = 1024 * 1024;
/** Size of the client's first request. */
const part = 10 * MB;

/** Returns a WAV file of 60 MB. */
function wave(): Buffer {
  const file = Buffer.alloc(60 * MB);
  const [rate, channels, width] = [48_000, 2, 2];
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels * width, 28);
  file.writeUInt16LE(channels * width, 32);
  file.writeUInt16LE(8 * width, 34);
  file.write('data', 36);
  file.writeUInt32LE(file.length - 44, 40);
  for (let at = 44; at < file.length; at += 2) file.writeInt16LE(Math.round(8_000 * Math.sin(at / 97)), at);
  return file;
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

onEachDatabase((kind) => {
  const here = fixture(async (stack) => {
    const app: TestApp = closing(stack, await openTestApp(kind));
    return { app, customer: await app.customer('startup') };
  });

  test('a client resumes an upload of 60 MB after a server crash', async () => {
    const file = wave();
    const options = {
      metadata: { filename: 'long.wav' },
      headers: authorization(here.customer),
      retryDelays: null,
    };
    const endpoint = `${here.app.service.url}/v1/uploads`;
    const begun = await new Promise<Upload>((resolve, reject) => {
      const upload = startUpload(file, {
        ...{ ...options, endpoint, chunkSize: part, onError: reject },
        onChunkComplete: () => void upload.abort().then(() => resolve(upload), reject),
      });
    });
    const call = request(begun.url ?? '', {
      method: 'PATCH',
      headers: { ...partFrom(part, here.customer), 'Content-Length': file.length - part },
    });
    const broken = once(call, 'error');
    await new Promise((resolve) => call.write(file.subarray(part, 3 * part), resolve));
    await here.app.restart('SIGKILL');
    await broken;
    const place = new URL(begun.url ?? '').pathname;
    const uploadUrl = here.app.service.url + place;
    const { headers } = await tus(here.app, here.customer, 'HEAD', uploadUrl);
    const offset = Number(headers.get('upload-offset'));
    assert.ok(offset > part && offset <= 3 * part, `it resumes at ${offset}`);
    const uploaded = Promise.withResolvers<void>();
    startUpload(file, {
      ...options,
      uploadUrl,
      onSuccess: () => uploaded.resolve(),
      onError: uploaded.reject,
    });
    await uploaded.promise;

    const [object = ''] = await objectsOf(here.app);
    const stored = path.join(here.app.service.dataDir, 'objects', object.replace('-', '/'));
    assert.equal(digestOf(await readFile(stored)), digestOf(file));
    const id = place.split('/').at(-1);
    const job = await accepted(submitJson(here.app, here.customer, { file_id: id, target: 'flac' }));
    const { status, result } = await ended(here.app, here.customer, job);
    assert.equal(status, 'completed');
    assert.equal((await fetch(result?.file_url ?? '')).status, 200);
  });

  test('a 500 MB upload needs less than 100 MB of server memory', async () => {
    const { pid = 0 } = here.app.service.process;
    const before = await memory(pid, 'VmRSS');
    const { upload_url: link } = await linkFor(here.app, here.customer, 'large.bin', 500 * MB);
    assert.equal(await sendZeros(link, 'PUT'), 201);
    const begun = await tus(here.app, here.customer, 'POST', '', {
      headers: { 'Upload-Length': `${500 * MB}` },
    });
    const place = begun.headers.get('location') ?? '';
    assert.equal(await sendZeros(place, 'PATCH', partFrom(0, here.customer)), 204);
    const added = (await memory(pid, 'VmHWM')) - before;
    assert.ok(added < 100, `${added} MB were added`);
  });
});

const authorization = ({ key }: Customer) => ({ Authorization: `Bearer ${key}` });

const partFrom = (offset: number, customer: Customer) => ({
  ...authorization(customer),
  'Tus-Resumable': '1.0.0',
  ...partHeaders(offset),
});

function startUpload(file: Buffer, options: Partial<UploadOptions>): Upload {
  const upload = new Upload(file, options);
  upload.start();
  return upload;
}

/** Sends 500 MB and returns the status of the response. */
async function sendZeros(url: string, method: string, headers: Record<string, string> = {}): Promise<number> {
  const call = request(url, { method, headers: { ...headers, 'Content-Length': 500 * MB } });
  const answered = once(call, 'response');
  const chunk = Buffer.alloc(MB);
  for (let n = 0; n < 500; n += 1) if (!call.write(chunk)) await once(call, 'drain');
  call.end();
  const [response] = (await answered) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

/** Returns the current or peak memory of a process in MB. */
async function memory(pid: number, which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s*(\\d+) kB`).exec(status)?.[1]) / 1024;
}
