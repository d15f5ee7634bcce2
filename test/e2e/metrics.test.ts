/** GET /metrics: what was done is counted, nothing a stranger sends makes it grow, and only the operator reads it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rawRequest } from './requests.ts';
import { post, startService, until, type Service } from './service.ts';

let service: Service;

before(async () => {
  service = await startService({ RATE_OVERRIDES: '{"anonymous":3}' });
});

after(() => service.close());

const convert = (name: string, content: string, target: string) =>
  post(`${service.url}/api/convert`, [
    ['file', new File([content], name)],
    ['target', target],
  ]);

/** The samples by their names and labels as they are written. */
async function metrics(): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${service.url}/metrics`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([a-z0-9_]+(?:\{.*\})?) (\S+)$/i.exec(line) ?? assert.fail(line);
      return [name, Number(value)];
    }),
  );
}

test('what was asked for, converted, refused and throttled is counted', async () => {
  assert.equal((await convert('a.md', '# x', 'html')).status, 200);
  assert.equal((await convert('a.png', '\x89PNG\r\n\x1a\n', 'jpg')).status, 400);
  assert.equal((await convert('a.png', 'x', 'mp3')).status, 400);
  assert.equal((await convert('a.md', '# x', 'html')).status, 429);
  await rawRequest(service.url, ['NONSENSE\r\n\r\n']);
  const seen = await metrics();
  for (const [sample, value] of [
    ['protean_http_requests_total{route="/api/convert",status="200"}', 1],
    ['protean_http_requests_total{route="/api/convert",status="400"}', 2],
    ['protean_http_requests_total{route="/api/convert",status="429"}', 1],
    ['protean_http_request_duration_seconds_count{route="/api/convert"}', 4],
    ['protean_http_errors_total{code="rate_limited"}', 1],
    ['protean_http_errors_total{code="unsupported_route"}', 1],
    [
      'protean_conversions_total{source_category="document",target_category="document",engine="pandoc",outcome="ok"}',
      1,
    ],
    [
      'protean_conversions_total{source_category="image",target_category="image",engine="sharp",outcome="refused"}',
      1,
    ],
    ['protean_conversion_duration_seconds_count{engine="pandoc"}', 1],
    ['protean_conversion_wait_seconds_count', 2],
    ['protean_conversions_running', 0],
    ['protean_conversions_waiting', 0],
    ['protean_uploads', 0],
    ['protean_upload_bytes', 0],
    ['protean_sandbox_holds{level="full"}', 1],
    ['protean_sandbox_held{attempt="connect"}', 1],
  ] as const)
    assert.equal(seen.get(sample), value, `${sample}\n${[...seen.keys()].join('\n')}`);
  assert.ok((seen.get('protean_http_received_bytes_total') ?? 0) > 500);
  assert.ok((seen.get('protean_http_sent_bytes_total') ?? 0) > 500);
  assert.ok((seen.get('process_resident_memory_bytes') ?? 0) > 10_000_000);
  assert.ok((seen.get('process_open_fds') ?? 0) > 10);
});

test('boxes are counted by what they do', async () => {
  await until('boxes are ready', 2_000, async () => {
    return ((await metrics()).get('protean_boxes{kind="bare",state="ready"}') ?? 0) > 0;
  });
});

test('whatever paths are asked for, there is one row for all that are not there', async () => {
  const before = (await metrics()).size;
  for (let n = 0; n < 20; n += 1) await (await fetch(`${service.url}/nothing/${n}?x=${n}`)).text();
  for (let n = 0; n < 5; n += 1) await (await fetch(`${service.url}/v1/formats/${n}`)).text();
  const seen = await metrics();
  assert.equal(seen.get('protean_http_requests_total{route="unmatched",status="404"}'), 25);
  const routes = new Set([...seen.keys()].flatMap((name) => /[{,]route="([^"]*)"/.exec(name)?.[1] ?? []));
  assert.deepEqual([...routes].sort(), ['/api/convert', '/metrics', 'unmatched']);
  assert.ok(seen.size < before + 40, 'no sample a path');
});

const token = 'only-the-operator-knows';

test('a proxy in between, said or seen, leaves the token alone to open it', async () => {
  const status = async (url: string, headers: Record<string, string>) =>
    (await fetch(`${url}/metrics`, { headers })).status;
  assert.equal(await status(service.url, { 'X-Forwarded-For': '192.0.2.1' }), 401);
  assert.equal(await status(service.url, { Authorization: `Bearer ${token}` }), 401, 'there is none');
  const behind = await startService({ ADMIN_TOKEN: token, TRUST_PROXY: '127.0.0.1' });
  try {
    assert.equal(await status(behind.url, {}), 401);
    assert.equal(await status(behind.url, { Authorization: 'Bearer only-the-operator-know' }), 401);
    assert.equal(await status(behind.url, { Authorization: `Bearer ${token}` }), 200);
  } finally {
    await behind.close();
  }
});
