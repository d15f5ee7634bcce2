/**
 * A signed upload link accepts a single file, and only for a limited time. The number and total size of an owner's
 * uploads are limited (contract §15).
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { systemClock } from '../../../packages/server/src/kit/clock.ts';
import { objectsOf } from '../../support/jobs/jobs.ts';
import { converse, isComplete, rawRequest } from '../../support/server/raw-requests.ts';
import { until } from '../../support/server/service.ts';
import {
  askForLink,
  linkFor,
  openUploadsProcess,
  sendFile,
  uploaded,
} from '../../support/storage/uploads.ts';
import { busy, inEachTestApp } from '../../support/server/test-app.ts';

const largest = 1_000_000;

/** Returns the request line and the headers of a PUT request to an upload link. */
function put(url: string, headers: Record<string, string | number>): string {
  const { pathname, search } = new URL(url);
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `PUT ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const statusOf = (answer: string) => Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]);

inEachTestApp(
  (here) => {
    const link = (filename?: string, size?: number) => linkFor(here.app, here.customer, filename, size);
    const idle = async () => (await here.app.service.jobFolders()).length === 0;

    test("an upload link's curl command sends a file without an API key", async () => {
      const made = await link("it's a photo.heic", 8);
      assert.equal(made.max_size, largest);
      const left = Date.parse(made.expires_at) - Date.now();
      assert.ok(left > 14 * 60_000 && left <= 15 * 60_000, made.expires_at);
      const file = path.join(tmpdir(), "it's a photo.heic");
      await writeFile(file, 'whatever');
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', made.curl], { cwd: tmpdir() });
      const { expires_at: expires, ...received } = JSON.parse(stdout) as { expires_at: string };
      assert.deepEqual(received, { file_id: made.file_id, filename: "it's a photo.heic", size: 8 });
      assert.ok(Date.parse(expires) - Date.now() > 59 * 60_000, expires);
      const again = await sendFile(made, 'another');
      assert.deepEqual([again.status, again.error.code], [404, 'not_found']);
    });

    test('returns 404 for a modified upload link, and still accepts a file at the original link', async () => {
      const [made, other] = [await link(), await link()];
      const url = new URL(made.upload_url);
      const altered = (name: string, value?: string) => {
        const changed = new URL(url);
        if (value === undefined) changed.searchParams.delete(name);
        else changed.searchParams.set(name, value);
        return changed.href;
      };
      const expires = Number(url.searchParams.get('expires'));
      const wrong = [
        altered('signature', 'x'),
        altered('signature'),
        altered('expires', String(expires + 1)),
        altered('expires', '99999999999999999999'),
        altered('expires'),
        `${url.href}&signature=x`,
        url.href.replace(made.file_id, other.file_id),
        url.href.replace(made.file_id, 'none'),
        url.href.replace(made.file_id, encodeURIComponent('../../etc/passwd')),
      ];
      for (const upload_url of wrong) {
        const { status, error } = await sendFile({ upload_url }, 'x');
        assert.deepEqual([status, error.code], [404, 'not_found'], upload_url);
      }
      assert.equal((await sendFile(made, 'x')).status, 201);
    });

    test('accepts exactly one of 8 concurrent uploads to the same upload link', async () => {
      const before = await objectsOf(here.app);
      for (let round = 0; round < 5; round += 1) {
        const made = await link();
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, n) => sendFile(made, `${n}`.repeat(50_000))),
        );
        const statuses = answers.map(({ status }) => status).sort();
        assert.deepEqual(statuses, [201, ...Array<number>(7).fill(404)]);
      }
      await until('everything else is gone', 5_000, idle);
      assert.equal((await objectsOf(here.app)).length, before.length + 5);
    });

    test('an upload link accepts a file of the maximum size, but not one byte more', async () => {
      assert.equal((await sendFile(await link(), Buffer.alloc(largest, 'a'))).status, 201);
      const said = await sendFile(await link(), Buffer.alloc(largest + 1, 'a'));
      assert.deepEqual(
        [said.status, said.error.code, said.error.details?.['limit']],
        [413, 'file_too_large', largest],
      );
      const stream = ReadableStream.from([Buffer.alloc(largest, 'a'), Buffer.from('a')]);
      const unsaid = await sendFile(await link(), stream, { duplex: 'half' });
      assert.deepEqual([unsaid.status, unsaid.error.code], [413, 'file_too_large']);
      const { status, error } = await askForLink(here.app, here.customer, {
        filename: 'a.png',
        size: largest + 1,
      });
      assert.deepEqual([status, error.code, error.details?.['limit']], [413, 'file_too_large', largest]);
    });

    test('an upload link returns 413 for an endless file before 300 MB are sent', async () => {
      const { upload_url: url } = await link();
      let sent = 0;
      function* endless() {
        yield put(url, { 'Transfer-Encoding': 'chunked' });
        const chunk = Buffer.alloc(65_536, 'a');
        for (; sent < 1_000_000_000; sent += chunk.length)
          yield Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]);
      }
      assert.equal(statusOf(await rawRequest(here.app.service.url, endless(), isComplete)), 413);
      // The server discards further bytes for a while, so that the client receives the response.
      assert.ok(sent < 300_000_000, `${sent} bytes were accepted`);
    });

    test('an upload link accepts another upload after a client disconnects', async () => {
      const made = await link();
      const { socket } = converse(here.app.service.url);
      socket.write(put(made.upload_url, { 'Content-Length': 500_000 }));
      socket.write(Buffer.alloc(1_000, 'a'));
      await until('the upload has begun', 5_000, async () => !(await idle()));
      assert.equal(
        (await sendFile(made, 'second')).status,
        404,
        'no other request may send the file at the same time',
      );
      socket.destroy();
      await until('its folder is gone', 5_000, idle);
      const { status, body } = await sendFile(made, 'third');
      assert.equal(status, 201);
      assert.equal((JSON.parse(body.toString()) as { size: number }).size, 5);
    });

    test('an upload link returns 400 if Content-Length is invalid or smaller than the body', async () => {
      for (const length of [3, '-1', '1e3', '3, 4', '0x10']) {
        const head = put((await link()).upload_url, { 'Content-Length': length });
        const answer = await rawRequest(here.app.service.url, [head, 'abcdef\r\n\r\n'], isComplete);
        assert.equal(statusOf(answer), 400, String(length));
      }
    });

    test('an upload link that refused an empty file or a form still accepts a file', async () => {
      const made = await link();
      const empty = await sendFile(made, '');
      assert.deepEqual([empty.status, empty.error.details?.['reason']], [400, 'empty_file']);
      const form = new FormData();
      form.append('file', new File(['x'], 'a.json'));
      const sent = await sendFile(made, form);
      assert.deepEqual([sent.status, sent.error.details?.['field']], [400, 'Content-Type']);
      assert.equal((await sendFile(made, 'x')).status, 201);
    });

    const names = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\Windows\\a.docx', 'a.docx'],
      ['a\r\nX-Evil: 1\0.png', 'aX-Evil: 1.png'],
      ['exe\u202Egpj.png', 'exegpj.png'],
      ['..', ''],
      [`${'é'.repeat(900)}.docx`, `${'é'.repeat(97)}.docx`],
    ] as const;

    test('shortens the name of an uploaded file, and removes folders and control characters from the name', async () => {
      for (const [given, kept] of names) {
        const { body } = await sendFile(await link(given), 'x');
        assert.equal((JSON.parse(body.toString()) as { filename: string }).filename, kept);
      }
    });

    const refused: [string, unknown, string | undefined][] = [
      ['a missing name', {}, 'filename'],
      ['an empty name', { filename: '' }, 'filename'],
      ['a name of 1,001 characters', { filename: 'a'.repeat(1_001) }, 'filename'],
      ['a name that is not a string', { filename: { a: 1 } }, 'filename'],
      ['a negative size', { filename: 'a.png', size: -1 }, 'size'],
      ['a size of 0', { filename: 'a.png', size: 0 }, 'size'],
      ['a size that is not a number', { filename: 'a.png', size: '7' }, 'size'],
      ['an unknown field', { filename: 'a.png', maxBytes: 1e12 }, 'maxBytes'],
      ['a body that is not an object', [], undefined],
    ];

    for (const [what, body, field] of refused)
      test(`returns 400 for a request to create an upload link with ${what}`, async () => {
        const { status, error } = await askForLink(here.app, here.customer, body);
        assert.deepEqual([status, error.code, error.details?.['field']], [400, 'bad_request', field]);
      });

    test('returns 401 for a request to create an upload link with an unknown API key', async () => {
      const { status } = await askForLink(here.app, { key: 'svc_sk_none' }, { filename: 'a.png' });
      assert.equal(status, 401);
    });

    test('creates at most 100 upload links per owner, and then returns 429 with Retry-After', async () => {
      const other = await here.app.customer('hobby', busy);
      const asked = Array.from({ length: 120 }, () => askForLink(here.app, other, { filename: 'a.png' }));
      const answers = await Promise.all(asked);
      const refusals = answers.filter(({ status }) => status !== 201);
      assert.equal(refusals.length, 20);
      for (const { status, headers, error } of refusals) {
        assert.deepEqual(
          [status, error.code, error.details?.['reason']],
          [429, 'rate_limited', 'too_many_open_uploads'],
        );
        assert.equal(headers.get('x-ratelimit-limit'), '100');
        assert.equal(headers.get('x-ratelimit-remaining'), '0');
        assert.equal(headers.get('retry-after'), String(error.details?.['retry_after']));
      }
      assert.equal((await askForLink(here.app, here.customer, { filename: 'a.png' })).status, 201);
    });

    test("returns 429 if an owner's uploads would together exceed 8 times the maximum file size", async () => {
      const other = await here.app.customer('hobby', busy);
      const links = await Promise.all(Array.from({ length: 12 }, () => linkFor(here.app, other)));
      const answers = await Promise.all(links.map((made) => sendFile(made, Buffer.alloc(largest, 'a'))));
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [...Array<number>(8).fill(201), ...Array<number>(4).fill(429)]);
      const refusal = answers.find(({ status }) => status === 429);
      assert.equal(refusal?.error.details?.['reason'], 'too_many_open_bytes');
      const announced = await askForLink(here.app, other, { filename: 'a.png', size: 1 });
      assert.equal(announced.status, 429);
    });

    test('returns 503 if all uploads together would use more than half of the free disk space', async () => {
      const process = await openUploadsProcess(here.app.env, systemClock, 60_000_000);
      const create = (size: number) =>
        process.uploads.create({ owner: 'me', fileName: 'a', size, maxBytes: 60_000_000 });
      try {
        await create(30_000_000);
        await assert.rejects(create(30_000_000), { status: 503, details: { reason: 'disk_full' } });
      } finally {
        await process.uploads.removeAllOf('me');
        await process.close();
      }
    });

    test('removes an unused upload link after 15 minutes and an unused uploaded file after an hour', async () => {
      await uploaded(here.app, here.customer);
      await link();
      let passed = 0;
      const clock = { ...systemClock, now: () => Date.now() + passed };
      const process = await openUploadsProcess(here.app.env, clock);
      const rows = () => here.app.registry.database.query.selectFrom('uploads').select('object').execute();
      try {
        passed = 16 * 60_000;
        await process.uploads.sweep();
        const left = await rows();
        assert.ok(left.length > 0 && left.every(({ object }) => object !== null), 'received files only');
        assert.equal((await objectsOf(here.app)).length, left.length);
        passed = 61 * 60_000;
        await process.uploads.sweep();
        assert.deepEqual([await rows(), await objectsOf(here.app)], [[], []]);
      } finally {
        await process.close();
      }
    });

    test("an upload link's signature is not stored or logged as plain text", async () => {
      const made = await link('surprisingly-named.png');
      await sendFile(made, 'x');
      const signature = new URL(made.upload_url).searchParams.get('signature') ?? '';
      const { dataDir } = here.app.service;
      const files = (await readdir(dataDir)).filter((name) => /sqlite|\.db/.test(name));
      for (const file of files) {
        const text = (await readFile(path.join(dataDir, file))).toString('latin1');
        assert.ok(!text.includes('surprisingly-named') && !text.includes(signature), file);
      }
      assert.ok(here.app.service.log.every((line) => !line.includes(signature)));
    });
  },
  { settings: { JOB_SIZE_OVERRIDES: `{"hobby":${largest}}` } },
);
