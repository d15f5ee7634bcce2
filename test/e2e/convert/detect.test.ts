/**
 * POST /v1/detect detects the format of an uploaded or fetched file, with or without an API key. A detection is not
 * charged as a conversion (contract §2.6).
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { answerOf, post } from '../../support/server/service.ts';
import { ask, inEachTestApp, usageOf } from '../../support/server/test-app.ts';

const site = createServer((request, response) => {
  response.writeHead(request.url === '/a.json' ? 200 : 404).end('{"a":1}');
});

let at: string;

before(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

after(() => site.close());

const png = Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'), (c) => c.charCodeAt(0));

inEachTestApp(
  (here) => {
    const detect = (file: File, ...more: (readonly [string, string])[]) =>
      ask(here.app, '/v1/detect', here.customer, { fields: [['file', file], ...more] });

    const byJson = (body: unknown) =>
      ask(here.app, '/v1/detect', here.customer, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'Content-Type': 'application/json' },
      });

    test('detects the format by the content even if the file extension is wrong', async () => {
      const { status, body, error } = await detect(new File([png], 'song.mp3'));
      assert.equal(status, 200, error.message);
      const { targets, others, ...rest } = JSON.parse(body.toString()) as Record<string, string[]>;
      assert.deepEqual(rest, {
        format: 'png',
        name: 'PNG',
        category: 'image',
        mime: 'image/png',
        certain: true,
      });
      assert.ok(targets?.includes('jpg') && targets.includes('png') && !targets.includes('mp3'));
      assert.ok(others && !others.includes('png'));
    });

    test('uses the file extension if the content is ambiguous', async () => {
      const { body } = await detect(new File(['a,b\n1,2\n'], 'a.md'));
      const { format, certain } = JSON.parse(body.toString()) as { format: string; certain: boolean };
      assert.deepEqual([format, certain], ['md', false]);
    });

    test('POST /v1/detect accepts source_url without charging for a conversion', async () => {
      const url = `${at}/a.json`;
      const byForm = await ask(here.app, '/v1/detect', here.customer, { fields: [['source_url', url]] });
      for (const { status, body, error } of [await byJson({ source_url: url }), byForm]) {
        assert.equal(status, 200, error.message);
        assert.equal((JSON.parse(body.toString()) as { format: string }).format, 'json');
      }
      assert.equal((await usageOf(here.app, here.customer))['used'], 0);
    });

    test('POST /v1/detect works without an API key, and rejects an invalid API key', async () => {
      const file: [string, File] = ['file', new File([png], 'a')];
      assert.equal((await post(`${here.app.service.url}/v1/detect`, [file])).status, 200);
      const wrong = await ask(here.app, '/v1/detect', { key: 'svc_sk_none' }, { fields: [file] });
      assert.deepEqual([wrong.status, wrong.error.code], [401, 'invalid_api_key']);
    });

    const refusals: [
      what: string,
      status: number,
      field: string | undefined,
      () => ReturnType<typeof ask>,
    ][] = [
      ['has an unknown format', 422, undefined, () => detect(new File([new Uint8Array([0, 1, 2])], 'x'))],
      ['is empty', 400, 'file', () => detect(new File([], 'a.json'))],
      ["exceeds the plan's limit", 413, undefined, () => detect(new File(['x'.repeat(1001)], 'a'))],
      ['comes with a target', 400, 'target', () => detect(new File(['{}'], 'a'), ['target', 'yaml'])],
      ['comes with an option', 400, 'quality', () => detect(new File(['{}'], 'a'), ['quality', '1'])],
      ['does not exist at source_url', 400, 'source_url', () => byJson({ source_url: `${at}/none` })],
      [
        'has a source_url with a private IP address',
        400,
        'source_url',
        () => byJson({ source_url: 'http://127.0.0.2/' }),
      ],
      ['is missing from the request', 400, 'source_url', () => byJson({})],
    ];

    for (const [what, status, field, request] of refusals) {
      test(`POST /v1/detect returns ${status} for a file that ${what}`, async () => {
        const answer = await request();
        assert.equal(answer.status, status, answer.error.message);
        assert.equal(answer.error.details?.['field'], field);
        if (status === 422) assert.equal(answer.error.code, 'unsupported_route');
      });
    }

    test('POST /v1/detect returns 400 for a body that is not a form or JSON', async () => {
      const response = await fetch(`${here.app.service.url}/v1/detect`, { method: 'POST', body: 'x' });
      assert.equal((await answerOf(response)).status, 400);
    });
  },
  {
    settings: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' },
    own: { requests_per_minute: 1_000, max_file_bytes: 1_000 },
  },
);
