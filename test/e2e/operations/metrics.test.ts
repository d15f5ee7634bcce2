/**
 * Tests that GET /metrics counts requests and conversions, that requests cannot create an unlimited number of labels,
 * and that only the operator can read the metrics.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { startInProcess } from '../../support/server/in-process-service.ts';
import { isComplete, rawRequest } from '../../support/server/raw-requests.ts';
import { answerOf, post, startService, until } from '../../support/server/service.ts';
import { serviceFixture } from '../../support/fixtures.ts';

const token = 'only-the-operator-knows';

/**
 * Limits conversions to 2 per minute. The limit does not count conversions that are refused before they
 * start.
 */
const service = serviceFixture({ RATE_OVERRIDES: '{"anonymous":2}', METRICS_LISTEN: '127.0.0.1:0' });

const convert = (name: string, content: string, target: string) =>
  post(`${service.url}/api/convert`, [
    ['file', new File([content], name)],
    ['target', target],
  ]);

/** Reads the metrics. Returns a map from the name and the labels of each metric to the value of the metric. */
async function metrics(): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(service.metricsUrl ?? '');
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

test('counts requests, conversions, refused conversions and rate-limited requests', async () => {
  assert.equal((await convert('a.md', '# x', 'html')).status, 200);
  assert.equal((await convert('a.png', 'x', 'mp3')).status, 400);
  assert.equal((await convert('a.png', '\x89PNG\r\n\x1a\n', 'jpg')).status, 400);
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

test('shows the number of sandboxes by kind and state', async () => {
  await until('boxes are ready', 2_000, async () => {
    return ((await metrics()).get('protean_boxes{kind="bare",state="ready"}') ?? 0) > 0;
  });
});

test('the metrics use one route label for all paths that do not exist', async () => {
  const before = (await metrics()).size;
  for (let n = 0; n < 20; n += 1) await (await fetch(`${service.url}/nothing/${n}?x=${n}`)).text();
  for (let n = 0; n < 5; n += 1) await (await fetch(`${service.url}/v1/keys/free/${n}`)).text();
  const seen = await metrics();
  assert.equal(seen.get('protean_http_requests_total{route="unmatched",status="404"}'), 25);
  const routes = new Set([...seen.keys()].flatMap((name) => /[{,]route="([^"]*)"/.exec(name)?.[1] ?? []));
  assert.deepEqual([...routes].sort(), ['/api/convert', 'unmatched']);
  assert.ok(seen.size < before + 40, 'no sample per path');
});

describe('the public listener returns the metrics only for requests with ADMIN_TOKEN', () => {
  const status = async (url: string, headers: Record<string, string>) => {
    const { status, headers: answered, error } = await answerOf(await fetch(`${url}/metrics`, { headers }));
    if (status !== 200) {
      assert.equal(error.code, 'invalid_api_key');
      assert.match(error.message ?? '', /ADMIN_TOKEN.*METRICS_LISTEN/);
      assert.equal(answered.get('www-authenticate'), 'Bearer');
    }
    return status;
  };

  test('refuses every request if ADMIN_TOKEN is not set', async () => {
    assert.equal(await status(service.url, {}), 401);
    assert.equal(await status(service.url, { Authorization: 'Bearer undefined' }), 401);
    assert.equal(await status(service.url, { Authorization: `Bearer ${token}` }), 401);
  });

  test('accepts only requests with ADMIN_TOKEN in the Authorization header', async () => {
    const guarded = await startInProcess({ ADMIN_TOKEN: token });
    try {
      const wrong: Record<string, string>[] = [
        {},
        { Authorization: `Bearer ${token}s` },
        { Authorization: `Bearer ${token.slice(1)}` },
        { Authorization: token },
        { Cookie: `token=${token}` },
      ];
      for (const headers of wrong)
        assert.equal(await status(guarded.url, headers), 401, JSON.stringify(headers));
      assert.equal(await status(`${guarded.url}/metrics?token=${token}&`, {}), 401);
      assert.equal(await status(guarded.url, { Authorization: `Bearer ${token}` }), 200);
    } finally {
      await guarded.close();
    }
  });
});

describe('a separate listener serves the metrics', () => {
  test('the metrics listener serves only the metrics, and returns 400 for a foreign Host header', async () => {
    const at = async (place: string, method = 'GET') =>
      answerOf(await fetch(new URL(place, service.metricsUrl), { method }));
    for (const place of ['/', '/livez', '/v1/formats', '/metrics/x'])
      assert.deepEqual([(await at(place)).status, (await at(place)).error.code], [404, 'not_found'], place);
    const post = await at('/metrics', 'POST');
    assert.deepEqual(
      [post.status, post.error.code, post.headers.get('allow')],
      [405, 'bad_request', 'GET, HEAD'],
    );
    assert.equal((await fetch(service.metricsUrl ?? '', { method: 'HEAD' })).status, 200);
    assert.match(post.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    const rebound = ['GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n'];
    const answer = await rawRequest(service.metricsUrl ?? '', rebound, isComplete);
    assert.match(answer, /^HTTP\/1.1 400 [^]*"field":"Host"/);
    assert.doesNotMatch(answer, /protean_/);
    const unmet = ['GET /metrics HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\n\r\n'];
    assert.match(
      await rawRequest(service.metricsUrl ?? '', unmet),
      /^HTTP\/1.1 417 [^]*^X-Request-Id: [^]*"field":"Expect"/im,
    );
  });

  test('the metrics listener closes with the server, even if connections are open', async () => {
    const other = await startInProcess({ METRICS_LISTEN: '127.0.0.1:0' });
    const url = new URL(other.metricsUrl ?? '');
    const held = connect(Number(url.port), url.hostname).on('error', () => {});
    await once(held, 'connect');
    assert.equal((await fetch(url)).status, 200);
    await other.close();
    await assert.rejects(fetch(url));
    held.destroy();
  });

  test('the server exits with an error message if the port of the metrics listener is in use', async () => {
    const taken = new URL(service.metricsUrl ?? '').host;
    await assert.rejects(
      startService({ METRICS_LISTEN: taken }),
      new RegExp(`METRICS_LISTEN=${taken}: .*EADDRINUSE.*Choose another`),
    );
  });
});
