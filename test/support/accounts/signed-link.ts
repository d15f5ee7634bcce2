/** Checks signed download links (contract §5). */
import assert from 'node:assert/strict';
import { answerOf } from '../server/service.ts';

/**
 * Asserts that the link downloads the file `a.yaml`, whole or in parts, without an API key, and that altered links do
 * not work.
 */
export async function assertLink(link: string): Promise<void> {
  const get = async (url: string, init: RequestInit = {}) => answerOf(await fetch(url, init));
  const whole = await get(link);
  assert.deepEqual([whole.status, whole.body.toString()], [200, 'a: 1\n']);
  const expected = {
    'content-type': 'application/yaml',
    'content-length': '5',
    'content-disposition': 'attachment; filename="a.yaml"',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(whole.headers.get(name), value, name);
  assert.ok(whole.headers.get('x-ratelimit-limit'));

  const head = await get(link, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('content-length'), head.body.length], [200, '5', 0]);

  const etag = whole.headers.get('etag') ?? '';
  const part = await get(link, { headers: { Range: 'bytes=1-2' } });
  assert.deepEqual(
    [part.status, part.body.toString(), part.headers.get('content-range')],
    [206, ': ', 'bytes 1-2/5'],
  );
  const rest = await get(link, { headers: { Range: 'bytes=3-', 'If-Range': etag } });
  assert.deepEqual([rest.status, rest.body.toString()], [206, '1\n']);
  const another = await get(link, { headers: { Range: 'bytes=3-', 'If-Range': '"another"' } });
  assert.deepEqual([another.status, another.body.toString()], [200, 'a: 1\n']);
  const behind = await get(link, { headers: { Range: 'bytes=5-' } });
  assert.deepEqual([behind.status, behind.headers.get('content-range')], [416, 'bytes */5']);
  const same = await get(link, { headers: { 'If-None-Match': etag } });
  assert.equal(same.status, 304);
  assert.ok(same.headers.get('x-ratelimit-limit'), 'a 304 carries the headers too');

  const wrong = [
    link.replace(/expires=\d/, 'expires=9'),
    link.replace(/signature=./, 'signature=_'),
    link.replace(/&signature=.*/, ''),
    link.replace(/\/files\/\d+-./, (start) => `${start.slice(0, -1)}${start.endsWith('0') ? '1' : '0'}`),
    link.replace(/\?.*/, ''),
  ];
  for (const altered of wrong) {
    const { status, error } = await get(altered);
    assert.deepEqual([status, error.code], [404, 'not_found'], altered);
  }
}
