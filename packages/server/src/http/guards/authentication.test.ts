import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { prepareAuthentication } from './authentication.ts';

function serverWith(path: string, config: { key?: 'required' }): () => void {
  const server = fastify();
  prepareAuthentication(server);
  return () => server.get(path, { config }, () => 'ok');
}

test('rejects an endpoint below /v1/ that does not declare whether a key is required', () => {
  assert.throws(serverWith('/v1/nix', {}), /\/v1\/nix does not declare whether it needs a key/);
});

test('only endpoints below /v1/ must declare whether a key is required', () => {
  assert.doesNotThrow(serverWith('/v1/nix', { key: 'required' }));
  assert.doesNotThrow(serverWith('/nix', {}));
});
