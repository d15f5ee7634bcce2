import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { recordOperations } from './operations.ts';

test('records the path and method of each endpoint for the OpenAPI document', () => {
  const server = fastify();
  const operations = recordOperations(server);
  const schema = { operationId: 'getThing', summary: 'Shows a thing.' };
  server.get('/things/:id/parts/:part', { schema }, () => ({}));
  server.route({ method: ['PUT', 'HEAD'], url: '/parts', schema, handler: () => ({}) });
  assert.deepEqual(
    operations.map(({ method, path }) => [method, path]),
    [
      ['get', '/things/{id}/parts/{part}'],
      ['put', '/parts'],
    ],
  );
});

test('rejects a documented endpoint without an operationId or a summary', () => {
  const server = fastify();
  const operations = recordOperations(server);
  assert.throws(() => server.get('/things', () => ({})), /\/things has no operationId or no summary/);
  server.get('/refusals', { schema: { hide: true } }, () => ({}));
  assert.deepEqual(operations, []);
});
