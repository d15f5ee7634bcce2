import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Protean } from './client.ts';

test('convert() returns the report, and downloads the linked file without sending the API key', async () => {
  const asked: [url: string, authorized: boolean][] = [];
  const report = { warnings: [{ code: 'second_engine', message: '' }], lost: ['images'] };
  const fetch = (url: string | URL | Request, init?: RequestInit) => {
    asked.push([
      url instanceof Request ? url.url : url.toString(),
      new Headers(init?.headers).has('Authorization'),
    ]);
    const link = Response.json({ file_url: 'http://files.test/x', duration_ms: 7, report });
    return Promise.resolve(asked.length === 1 ? link : new Response('a: 1\n'));
  };
  const client = new Protean({ baseUrl: 'http://service.test', apiKey: 'svc_sk_x', fetch });
  const options = { report: true };
  const result = await client.convert(new Blob(['{}']), { to: 'yaml', fileName: 'a.json', options });
  assert.deepEqual(
    [await result.text(), result.durationMs, result.warnings],
    ['a: 1\n', 7, ['second_engine']],
  );
  assert.deepEqual(result.report?.lost, ['images']);
  assert.deepEqual(asked, [
    ['http://service.test/v1/convert', true],
    ['http://files.test/x', false],
  ]);
});
