/**
 * Resumable uploads with the tus protocol at /v1/uploads survive broken connections and killed servers. Only the owner
 * of an upload can use the upload (contract §15.6).
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../../packages/server/src/kit/clock.ts';
import { objectsOf } from '../../support/jobs/jobs.ts';
import { converse } from '../../support/server/raw-requests.ts';
import { until, type Answer } from '../../support/server/service.ts';
import { openUploadsProcess } from '../../support/storage/uploads.ts';
import { ask, busy, inEachTestApp } from '../../support/server/test-app.ts';
import { named, partHeaders, tus } from '../../support/storage/tus.ts';

const largest = 1_000_000;

inEachTestApp(
  (here) => {
    const begin = async (length: number, name = 'a.json', body?: string): Promise<string> => {
      const headers = {
        'Upload-Length': String(length),
        'Upload-Metadata': `${named(name)},filetype`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/offset+octet-stream' }),
      };
      const answer = await tus(here.app, here.customer, 'POST', '', {
        headers,
        ...(body === undefined ? {} : { body }),
      });
      assert.equal(answer.status, 201, answer.error.message);
      return new URL(answer.headers.get('location') ?? '').pathname.slice('/v1/uploads'.length);
    };

    const send = (upload: string, offset: number | string, body: Buffer | string) =>
      tus(here.app, here.customer, 'PATCH', upload, { headers: partHeaders(offset), body });

    const offsetOf = async (upload: string) => {
      const { status, headers } = await tus(here.app, here.customer, 'HEAD', upload);
      assert.equal(status, 200);
      return Number(headers.get('upload-offset'));
    };

    const convert = (upload: string, target = 'yaml') =>
      ask(here.app, '/v1/convert', here.customer, {
        method: 'POST',
        body: JSON.stringify({ file_id: upload.slice(1), target }),
        headers: { 'Content-Type': 'application/json' },
      });

    const partialFiles = () => readdir(path.join(here.app.service.dataDir, 'uploads'));

    const assertRefused = ({ status, error }: Answer, expected: number, field?: string) => {
      assert.deepEqual(
        [status, error.code, error.details?.['field']],
        [expected, status === 413 ? 'file_too_large' : 'bad_request', field],
      );
    };

    test('receives a file in parts, and converts the file by the id in its upload URL', async () => {
      const upload = await begin(7);
      assert.equal((await convert(upload)).status, 404, 'not before it is complete');
      const first = await send(upload, 0, '{"a"');
      assert.deepEqual([first.status, first.headers.get('upload-offset')], [204, '4']);
      const { status, headers } = await tus(here.app, here.customer, 'HEAD', upload);
      assert.equal(status, 200);
      assert.deepEqual(
        ['upload-offset', 'upload-length', 'upload-metadata', 'cache-control', 'tus-resumable'].map((name) =>
          headers.get(name),
        ),
        ['4', '7', `${named('a.json')},filetype`, 'no-store', '1.0.0'],
      );
      const left = Date.parse(headers.get('upload-expires') ?? '') - Date.now();
      assert.ok(left > 23 * 3_600_000 && left <= 24 * 3_600_000);
      assert.equal((await send(upload, 4, ':1}')).headers.get('upload-offset'), '7');
      assert.equal(await offsetOf(upload), 7);
      assert.equal((await convert(upload)).body.toString(), 'a: 1\n');
      assert.ok(!(await partialFiles()).some((name) => upload.includes(name)));
    });

    test('accepts the first bytes of a file in the request that creates the upload', async () => {
      const [part, whole] = [await begin(7, 'a.json', '{"a"'), await begin(7, 'a.json', '{"a":1}')];
      assert.equal(await offsetOf(part), 4);
      assert.equal((await convert(whole)).status, 200);
    });

    test('an OPTIONS request without a valid API key returns the supported tus extensions', async () => {
      const { status, headers } = await tus(here.app, { key: 'none' }, 'OPTIONS');
      assert.equal(status, 204);
      assert.equal(headers.get('tus-version'), '1.0.0');
      assert.equal(headers.get('tus-extension'), 'creation,creation-with-upload,expiration,termination');
    });

    const creations: [string, number, string, Record<string, string | undefined>][] = [
      ['another protocol version', 412, 'Tus-Resumable', { 'Tus-Resumable': '0.2.2' }],
      ['a missing length', 400, 'Upload-Length', { 'Upload-Length': undefined }],
      ['a negative length', 400, 'Upload-Length', { 'Upload-Length': '-1' }],
      ['a length of 0', 400, 'Upload-Length', { 'Upload-Length': '0' }],
      ['a length that is not a number', 400, 'Upload-Length', { 'Upload-Length': '1e3' }],
      ['a length of 400 digits', 400, 'Upload-Length', { 'Upload-Length': '9'.repeat(400) }],
      [
        'a deferred length',
        400,
        'Upload-Defer-Length',
        { 'Upload-Length': undefined, 'Upload-Defer-Length': '1' },
      ],
      ['a concatenation', 400, 'Upload-Concat', { 'Upload-Concat': 'partial' }],
      ['metadata that are not base64', 400, 'Upload-Metadata', { 'Upload-Metadata': 'filename a.json' }],
      ['metadata without a key', 400, 'Upload-Metadata', { 'Upload-Metadata': 'a YQ==,,b YQ==' }],
      ['a repeated metadata key', 400, 'Upload-Metadata', { 'Upload-Metadata': 'a YQ==,a YQ==' }],
      ['metadata that contain only commas', 400, 'Upload-Metadata', { 'Upload-Metadata': ','.repeat(5_000) }],
    ];

    for (const [what, status, field, headers] of creations)
      test(`returns ${status} for a request to create a resumable upload with ${what}`, async () => {
        const answer = await tus(here.app, here.customer, 'POST', '', {
          headers: { 'Upload-Length': '7', ...headers },
        });
        assertRefused(answer, status, field);
        assert.equal(answer.headers.get('tus-version'), '1.0.0');
      });

    test('accepts a file of the maximum size, and returns 413 for a file that is one byte larger', async () => {
      await begin(largest);
      const headers = { 'Upload-Length': String(largest + 1) };
      assertRefused(await tus(here.app, here.customer, 'POST', '', { headers }), 413);
    });

    test('rejects an invalid part of an upload and keeps earlier parts', async () => {
      const upload = await begin(7, 'a.json', '{"a"');
      for (const offset of [0, 3, 5, 7, 999_999_999_999_999]) {
        const { status, error } = await send(upload, offset, ':1}');
        assert.deepEqual([status, error.details?.['offset']], [409, 4], String(offset));
      }
      for (const offset of ['-1', '4.0', '4e0', '', '9'.repeat(99)])
        assertRefused(await send(upload, offset, ':1}'), 400, 'Upload-Offset');
      const type = { headers: { ...partHeaders(4), 'Content-Type': 'application/json' }, body: ':1}' };
      assertRefused(await tus(here.app, here.customer, 'PATCH', upload, type), 415, 'Content-Type');
      const version = { headers: { ...partHeaders(4), 'Tus-Resumable': undefined }, body: ':1}' };
      assertRefused(await tus(here.app, here.customer, 'PATCH', upload, version), 412, 'Tus-Resumable');
      assertRefused(await send(upload, 4, ':1}}'), 413);
      assert.equal(await offsetOf(upload), 4);
      assert.equal((await send(upload, 4, '')).status, 204, 'an empty part is accepted');
      assert.equal((await send(upload, 4, ':1}')).status, 204);
      assert.equal((await send(upload, 7, 'x')).status, 409, 'a complete file accepts no more bytes');
      assert.equal((await convert(upload)).body.toString(), 'a: 1\n');
    });

    test('accepts only one of several concurrent parts with the same offset', async () => {
      const content = JSON.stringify({ a: 'x'.repeat(900_000) });
      const upload = await begin(content.length);
      let taken = 0;
      for (let offset = 0; offset < content.length; taken += 1) {
        const part = content.slice(offset, offset + 300_000);
        const answers = await Promise.all(Array.from({ length: 6 }, () => send(upload, offset, part)));
        const statuses = answers.map(({ status }) => status);
        assert.equal(statuses.filter((status) => status === 204).length, 1, statuses.join());
        assert.ok(
          statuses.every((status) => [204, 409, 423].includes(status)),
          statuses.join(),
        );
        offset += part.length;
      }
      assert.equal(taken, 4);
      assert.equal((await convert(upload, 'yaml')).body.toString(), `a: ${'x'.repeat(900_000)}\n`);
    });

    test('a HEAD request ends a stalled PATCH request of the same upload', async () => {
      const upload = await begin(500_000);
      const { socket } = converse(here.app.service.url);
      const lines = [
        `PATCH /v1/uploads${upload} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${here.customer.key}`,
        'Tus-Resumable: 1.0.0',
        'Content-Type: application/offset+octet-stream',
        'Upload-Offset: 0',
        'Content-Length: 500000',
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(Buffer.alloc(100_000, 'a'));
      const file = path.join(here.app.service.dataDir, 'uploads', upload);
      await until('the bytes are there', 5_000, async () => (await stat(file)).size === 100_000);
      const other = await send(upload, 100_000, 'x');
      assert.deepEqual([other.status, other.headers.get('retry-after')], [423, '1']);
      assert.equal(await offsetOf(upload), 100_000);
      assert.equal(
        (await send(upload, 100_000, Buffer.alloc(400_000, 'a'))).headers.get('upload-offset'),
        '500000',
      );
      socket.destroy();
    });

    test("HEAD, PATCH and DELETE return 404 for an unknown upload and for another account's upload", async () => {
      const other = await here.app.customer('hobby', busy);
      const upload = await begin(7, 'a.json', '{"a"');
      for (const place of [
        upload,
        `/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
        '/none',
        '/..%2f..%2fsecret.key',
      ]) {
        const answers = [
          await tus(here.app, other, 'HEAD', place),
          await tus(here.app, other, 'PATCH', place, { headers: partHeaders(4), body: ':1}' }),
          await tus(here.app, other, 'DELETE', place),
        ];
        assert.deepEqual(
          answers.map(({ status }) => status),
          [404, 404, 404],
          place,
        );
      }
      assert.equal(await offsetOf(upload), 4);
      for (const method of ['HEAD', 'PATCH', 'DELETE', 'POST'])
        assert.equal(
          (await tus(here.app, { key: 'svc_sk_no' }, method, method === 'POST' ? '' : upload)).status,
          401,
        );
    });

    test('DELETE removes a complete or incomplete upload and its file', async () => {
      const before = (await objectsOf(here.app)).length;
      for (const upload of [await begin(7, 'a.json', '{"a"'), await begin(7, 'a.json', '{"a":1}')]) {
        assert.equal((await tus(here.app, here.customer, 'DELETE', upload)).status, 204);
        assert.equal((await tus(here.app, here.customer, 'DELETE', upload)).status, 404);
        assert.equal((await tus(here.app, here.customer, 'HEAD', upload)).status, 404);
        assert.ok(!(await partialFiles()).some((name) => upload.includes(name)));
      }
      assert.equal((await objectsOf(here.app)).length, before);
    });

    test('an upload is complete once all its bytes are stored, even without a recorded offset', async () => {
      const upload = await begin(7, 'a.json', '{"a"');
      await writeFile(path.join(here.app.service.dataDir, 'uploads', upload), '{"a":1}');
      assert.equal(await offsetOf(upload), 7);
      assert.equal((await convert(upload)).body.toString(), 'a: 1\n');
    });

    test('creates at most 100 resumable uploads per owner, and then returns 429', async () => {
      const other = await here.app.customer('hobby', busy);
      const headers = { 'Upload-Length': '7' };
      const statuses = new Map<number, number>();
      for (let round = 0; round < 20; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => tus(here.app, other, 'POST', '', { headers })),
        );
        for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      assert.deepEqual([...statuses].sort(), [
        [201, 100],
        [429, 900],
      ]);
      await begin(7);
    });

    test('removes all traces of an upload that is not completed within a day', async () => {
      await begin(7, 'a.json', '{"a"');
      let passed = 23 * 3_600_000;
      const clock = { ...systemClock, now: () => Date.now() + passed };
      const process = await openUploadsProcess(here.app.env, clock);
      try {
        await process.uploads.sweep();
        assert.ok((await partialFiles()).length > 0, 'not before');
        passed = 25 * 3_600_000;
        await process.uploads.sweep();
        assert.deepEqual([await partialFiles(), await objectsOf(here.app)], [[], []]);
      } finally {
        await process.close();
      }
    });

    test('returns 201 or 400 for an Upload-Metadata header of random characters, never 5xx', async () => {
      for (let round = 0; round < 50; round += 1) {
        const metadata = randomBytes(40)
          .toString('latin1')
          .replaceAll(/[^\x20-\x7e]/g, ',');
        const headers = { 'Upload-Length': '7', 'Upload-Metadata': metadata.trim() };
        const { status } = await tus(here.app, here.customer, 'POST', '', { headers });
        assert.ok([201, 400].includes(status), `${status} for ${metadata}`);
      }
    });
  },
  { settings: { JOB_SIZE_OVERRIDES: `{"hobby":${largest}}` } },
);
