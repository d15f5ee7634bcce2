/** Tests GET /openapi.json and /openapi.yaml, and the endpoints that describe one format or route (contract §2.7, §2.8). */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { serviceFixture } from '../../support/fixtures.ts';
import { answerOf } from '../../support/server/service.ts';

interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  webhooks: Record<string, unknown>;
}

const service = serviceFixture();
const ask = async (path: string, init: RequestInit = {}) => answerOf(await fetch(service.url + path, init));
const read = async <T>(path: string): Promise<T> => {
  const { status, body, error } = await ask(path);
  assert.equal(status, 200, error.message);
  return JSON.parse(body.toString()) as T;
};

test('GET /openapi.json returns docs/openapi.yaml as JSON with the URL of the server', async () => {
  const { servers, ...document } = await read<Document>('/openapi.json');
  const kept = parse(
    readFileSync(new URL('../../../docs/openapi.yaml', import.meta.url), 'utf8'),
  ) as Document;
  assert.deepEqual({ ...document, servers: kept.servers }, kept);
  assert.equal(new URL(servers[0]?.url ?? '').port, new URL(service.url).port);
  assert.deepEqual([document.openapi, document.info.version], ['3.1.0', '1.0.0']);
  assert.deepEqual(Object.keys(document.webhooks), ['job.completed', 'job.failed', 'webhook.test']);
});

test('the OpenAPI linter finds no problems in the served document', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'protean-e2e-'));
  const file = path.join(folder.path, 'openapi.json');
  await writeFile(file, (await ask('/openapi.json')).body);
  const linted = await promisify(execFile)(
    fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js')),
    ['lint', file, '--config', fileURLToPath(new URL('../../../redocly.yaml', import.meta.url))],
    // Prevents the linter from sending network requests.
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  ).catch((error: { stdout: string; stderr: string }) => assert.fail(error.stdout + error.stderr));
  assert.match(linted.stderr, /Your API description is valid/);
});

test('GET /openapi.yaml returns the same document as GET /openapi.json', async () => {
  const { body, headers } = await ask('/openapi.yaml');
  assert.match(headers.get('content-type') ?? '', /^application\/yaml/);
  assert.deepEqual(parse(body.toString()), await read('/openapi.json'));
});

for (const path of ['/openapi.json', '/openapi.yaml']) {
  test(`returns 304 for ${path} if the client sends the current ETag`, async () => {
    const etag = (await ask(path)).headers.get('etag') ?? '';
    assert.match(etag, /^"[\w-]+"$/);
    const { status, body } = await ask(path, { headers: { 'If-None-Match': etag } });
    assert.deepEqual([status, body.length], [304, 0]);
  });
}

test('every path in the OpenAPI document allows exactly the documented methods', async () => {
  const { paths } = await read<Document>('/openapi.json');
  for (const [path, operations] of Object.entries(paths)) {
    const method = 'patch' in operations ? 'POST' : 'PATCH';
    const { status, headers } = await ask(path.replaceAll(/[{}]/g, ''), { method });
    assert.equal(status, 405, path);
    // Ignores HEAD, and also OPTIONS, because CORS preflight requests use OPTIONS.
    const compared = (names: string[]) => names.filter((name) => !['HEAD', 'OPTIONS'].includes(name)).sort();
    const described = Object.keys(operations).map((name) => name.toUpperCase());
    const allowed = (headers.get('allow') ?? '').split(', ');
    assert.deepEqual(compared(described), compared(allowed), path);
  }
});

test('GET /v1/formats/{ext} returns the same format object as GET /v1/formats, plus the source formats', async () => {
  interface Row {
    ext: string;
    targets: string[];
  }
  const { formats } = await read<{ formats: Row[] }>('/v1/formats');
  const { sources, ...jpg } = await read<Row & { sources: string[] }>('/v1/formats/JPEG');
  assert.deepEqual(
    jpg,
    formats.find(({ ext }) => ext === 'jpg'),
  );
  assert.deepEqual(
    sources,
    formats.filter(({ targets }) => targets.includes('jpg')).map(({ ext }) => ext),
  );
});

test('GET /v1/formats/{source}/{target} returns the same route and option schemas as GET /v1/formats', async () => {
  const { routes, options } = await read<{
    routes: { options: string[] }[];
    options: Record<string, unknown>;
  }>('/v1/formats?source=png&target=webp');
  const one = await read<{ route: { options: string[] }; options: Record<string, unknown> }>(
    '/v1/formats/.PNG/webp',
  );
  assert.deepEqual(one, { route: routes[0], options });
  assert.deepEqual(Object.keys(one.options), [
    ...one.route.options,
    'isolation_group',
    'report',
    'must_keep',
  ]);
});

const refused: [path: string, status: number, code: string][] = [
  ['/v1/formats/nix', 404, 'not_found'],
  ['/v1/formats/png/nix', 422, 'unsupported_route'],
  ['/v1/formats/nix/png', 422, 'unsupported_route'],
  ['/v1/formats/mp3/docx', 422, 'unsupported_route'],
];
for (const [path, status, code] of refused) {
  test(`GET ${path} returns ${status}`, async () => {
    const answer = await ask(path);
    assert.deepEqual([answer.status, answer.error.code], [status, code]);
    if (path === '/v1/formats/mp3/docx') assert.ok(Array.isArray(answer.error.details?.['targets']));
  });
}
