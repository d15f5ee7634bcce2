/**
 * `source_url` in the form or JSON body of POST /v1/convert fetches a public file in place of an upload (contract
 * §3.8).
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { ask, inEachTestApp, toYaml, usageOf } from '../../support/server/test-app.ts';

const site = createServer((request, response) => {
  if (request.url === '/large.json') response.end(`"${'x'.repeat(1_000)}"`);
  else if (request.url === '/a.json') response.end('{"a":1}');
  else response.writeHead(request.url === '/empty.json' ? 200 : 404).end();
});

let at: string;

before(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

after(() => site.close());

inEachTestApp(
  (here) => {
    const form = (url: string, ...more: (readonly [string, string | File])[]) =>
      ask(here.app, '/v1/convert', here.customer, {
        fields: [['source_url', url], ['target', 'yaml'], ...more],
      });

    const json = (body: unknown, headers = {}) =>
      ask(here.app, '/v1/convert', here.customer, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'Content-Type': 'application/json', ...headers },
      });

    test('a conversion of a source_url has the same result and charge as an upload', async () => {
      const [byForm, byJson] = [
        await form(`${at}/a.json`),
        await json({ source_url: `${at}/a.json`, target: 'yaml', indent: 4 }),
      ];
      for (const { status, headers, body, error } of [byForm, byJson]) {
        assert.equal(status, 200, error.message);
        assert.equal(body.toString(), 'a: 1\n');
        assert.equal(headers.get('content-disposition'), 'attachment; filename="a.yaml"');
      }
      assert.equal((await usageOf(here.app, here.customer))['used'], 2);
    });

    test('replays the response for a fetched file if the same file is uploaded with the same idempotency key', async () => {
      const headers = { 'Idempotency-Key': 'fetched' };
      assert.equal((await json({ source_url: `${at}/a.json`, target: 'yaml' }, headers)).status, 200);
      const again = await ask(here.app, '/v1/convert', here.customer, { fields: toYaml(), headers });
      assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
    });

    const refusals: [string, number, string, () => ReturnType<typeof form>][] = [
      ['a target in JSON that is not a string', 400, 'target', () => json({ source_url: at, target: 5 })],
      ["a file above the plan's limit", 413, '', () => form(`${at}/large.json`)],
      ['an empty file', 400, 'source_url', () => form(`${at}/empty.json`)],
      ['a missing file', 400, 'source_url', () => form(`${at}/none.json`)],
      ['a private address', 400, 'source_url', () => form('http://127.0.0.2/a.json')],
      ['a file: URL', 400, 'source_url', () => form('file:///etc/passwd')],
      [
        'a file together with a source_url',
        400,
        'source_url',
        () => form(`${at}/a.json`, ['file', new File(['{}'], 'a.json')]),
      ],
      ['a request without a file', 400, 'source_url', () => json({ target: 'yaml' })],
      ['an object as source_url', 400, 'source_url', () => json({ source_url: {}, target: 'yaml' })],
    ];

    for (const [what, status, field, request] of refusals) {
      test(`POST /v1/convert returns ${status} for ${what}`, async () => {
        const answer = await request();
        assert.equal(answer.status, status, answer.error.message);
        if (field) assert.equal(answer.error.details?.['field'], field);
        if (status === 413) assert.equal(answer.error.code, 'file_too_large');
      });
    }

    test('POST /api/convert rejects source_url', async () => {
      const answer = await ask(here.app, '/api/convert', here.customer, {
        fields: [
          ['source_url', `${at}/a.json`],
          ['target', 'yaml'],
        ],
      });
      assert.deepEqual([answer.status, answer.error.details?.['field']], [400, 'file']);
    });
  },
  {
    settings: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' },
    own: { requests_per_minute: 1_000, max_file_bytes: 1_000 },
  },
);
