/**
 * Applies the example module in CONTRIBUTING.md to a copy of the project, and tests the endpoint, the tool and the
 * metric of this module.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { PatchedCopy } from '../../support/api/patched-copy.ts';
import { answerOf, type Service } from '../../support/server/service.ts';

const adminToken = 'a-token-of-the-operator-in-this-test';

let copy: PatchedCopy;
let service: Service;

before(async () => {
  copy = await PatchedCopy.of('adding-a-service.patch');
  service = await copy.startService({ INSTALLATION: 'private', ADMIN_TOKEN: adminToken });
});

after(async () => {
  // Does not call `close`, which compares all responses with docs/openapi.yaml and would fail for the new endpoint.
  await service.stop();
  await rm(service.dataDir, { recursive: true, force: true });
  await copy[Symbol.asyncDispose]();
});

const send = async (address: string, body: unknown) =>
  answerOf(
    await fetch(service.url + address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
    }),
  );

test('the example service adds one folder and changes only modules.ts outside this folder', async () => {
  const files = await copy.files();
  const outside = files.filter((file) => !file.startsWith('packages/server/src/api/ratings/'));
  assert.deepEqual(outside, ['packages/server/src/modules.ts']);
});

test('a copy of the project with the example service passes imports.test.ts', async () => {
  await copy.node('test/structure/imports.test.ts');
});

test('the endpoint of the example service stores a rating and rejects an invalid body', async () => {
  const { status, body } = await send('/v1/ratings', { stars: 4 });
  assert.equal(status, 200, body.toString());
  const refused = await send('/v1/ratings', { stars: 6 });
  assert.deepEqual([refused.status, refused.error.details?.['field']], [400, 'stars']);
});

test('the MCP tool of the example service is listed and stores a rating', async () => {
  const call = (method: string, params: unknown) => send('/mcp', { jsonrpc: '2.0', id: 1, method, params });
  const listed = await call('tools/list', {});
  assert.match(listed.body.toString(), /"name":"rate"/);
  const rated = await call('tools/call', { name: 'rate', arguments: { stars: 2 } });
  assert.match(rated.body.toString(), /"structuredContent":\{"stars":2\}/);
});

test('the metric of the example service shows the mean of the stored ratings', async () => {
  const answer = await fetch(`${service.url}/metrics`, {
    headers: { Authorization: `Bearer ${adminToken}` },
  });
  assert.match(await answer.text(), /^protean_ratings_mean 3$/m);
});

test('the OpenAPI document describes the endpoint of the example service', async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  const document = (await answer.json()) as { paths: Record<string, { post?: { operationId: string } }> };
  assert.equal(document.paths['/v1/ratings']?.post?.operationId, 'addRating');
});
