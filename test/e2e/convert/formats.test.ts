/**
 * GET /v1/formats, /livez and /readyz report the formats and components that work on this server (contract §2.1,
 * §14.2).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf } from '../../support/server/service.ts';
import { serviceFixture } from '../../support/fixtures.ts';

interface Listing {
  formats: {
    ext: string;
    name: string;
    category: string;
    mime: string;
    aliases: string[];
    targets: string[];
  }[];
  routes: {
    source: string;
    target: string;
    steps: { engine: string; from: string; to: string }[];
    lossy: boolean;
    options: string[];
  }[];
  options: Record<string, { type?: string; description?: string }>;
  counts: { formats: number; routes: number; categories: number };
}

const service = serviceFixture();

async function list(query = ''): Promise<Listing> {
  const response = await fetch(`${service.url}/v1/formats${query}`);
  assert.equal(response.status, 200);
  return (await response.json()) as Listing;
}

test('GET /v1/formats lists consistent formats, routes, options and counts', async () => {
  const { formats, routes, options, counts } = await list();
  assert.deepEqual(counts, { formats: formats.length, routes: routes.length, categories: 10 });
  assert.ok(counts.formats >= 60 && counts.routes >= 400);
  assert.equal(
    routes.length,
    formats.reduce((sum, { targets }) => sum + targets.length, 0),
  );
  const known = new Set(formats.map(({ ext }) => ext));
  for (const { source, target, steps, options: names } of routes) {
    assert.ok(known.has(source) && known.has(target));
    assert.ok(steps.length >= 1 && steps.length <= 3);
    assert.equal(steps[0]?.from, source);
    assert.equal(steps.at(-1)?.to, target);
    for (const name of names) assert.ok(options[name]?.description, `${name} has a schema`);
  }
});

test('GET /v1/formats filters routes by source, target or category', async () => {
  const whole = await list();
  const fromJpeg = await list('?source=JPEG');
  assert.deepEqual(new Set(fromJpeg.routes.map(({ source }) => source)), new Set(['jpg']));
  assert.equal(fromJpeg.routes.length, whole.routes.filter(({ source }) => source === 'jpg').length);
  const both = await list('?source=md&target=html');
  assert.deepEqual(
    both.routes.map(({ source, target }) => [source, target]),
    [['md', 'html']],
  );
  const fonts = await list('?category=font');
  assert.ok(fonts.routes.length > 0 && fonts.routes.length < whole.routes.length);
});

for (const query of ['?source=nix', '?category=food', '?colour=red', '?source=png&source=jpg']) {
  test(`GET /v1/formats${query} returns 400 and the name of the invalid parameter`, async () => {
    const { status, error } = await answerOf(await fetch(`${service.url}/v1/formats${query}`));
    assert.equal(status, 400);
    assert.equal(error.code, 'bad_request');
    assert.equal(error.details?.['field'], /\?(\w+)=/.exec(query)?.[1]);
  });
}

test('GET /v1/formats returns 304 only if the ETag comes from a request with the same query', async () => {
  const first = await fetch(`${service.url}/v1/formats`);
  await first.arrayBuffer();
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]+"$/);
  const again = await fetch(`${service.url}/v1/formats`, {
    headers: { 'If-None-Match': `"old", W/${etag}` },
  });
  assert.equal(again.status, 304);
  assert.equal((await again.arrayBuffer()).byteLength, 0);
  const other = await fetch(`${service.url}/v1/formats?source=png`, { headers: { 'If-None-Match': etag } });
  assert.equal(other.status, 200);
  await other.arrayBuffer();
});

test('GET /livez returns 200, and GET /readyz reports the state of each component', async () => {
  assert.equal((await fetch(`${service.url}/livez`)).status, 200);
  const response = await fetch(`${service.url}/readyz`);
  const { parts } = (await response.json()) as { parts: { part: string; ok: boolean; says: string }[] };
  assert.equal(response.status, 200);
  assert.deepEqual(
    parts.map(({ part }) => part),
    ['database', 'connections', 'sandbox', 'engines', 'storage'],
  );
  assert.ok(parts.every(({ ok, says }) => ok && says));
});
