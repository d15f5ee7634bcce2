/** Tests that only pages of the server's origin and of MCP_ORIGINS can call /mcp from a browser (contract §13.1). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { serviceFixture } from '../../support/fixtures.ts';
import { postModern } from '../../support/mcp/mcp.ts';
import { answerOf } from '../../support/server/service.ts';

const service = serviceFixture({ MCP_ORIGINS: 'https://app.example.com' });

const list = (headers: Record<string, string>) =>
  postModern(service.url, { method: 'tools/list' }, { headers });

test('returns 403 for a foreign Origin header', async () => {
  for (const origin of ['https://evil.example.com', 'null', 'https://app.example.com.evil.example']) {
    const { status, error } = await answerOf(await list({ Origin: origin }));
    assert.deepEqual([status, error.code, error.details?.['field']], [403, 'bad_request', 'Origin'], origin);
  }
});

test("accepts the server's own origin and the origins in MCP_ORIGINS", async () => {
  assert.equal((await list({ Origin: service.url })).status, 200);
  const named = await list({ Origin: 'https://app.example.com' });
  assert.equal(named.status, 200);
  assert.equal(named.headers.get('access-control-allow-origin'), 'https://app.example.com');
  assert.match(named.headers.get('access-control-expose-headers') ?? '', /Mcp-Session-Id/);
});

test('responds to a CORS preflight request with the allowed methods and headers', async () => {
  const ask = async (origin: string) => {
    const sent = request(`${service.url}/mcp`, { method: 'OPTIONS', headers: { Origin: origin } });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response;
  };
  const { statusCode, headers } = await ask('https://app.example.com');
  assert.equal(statusCode, 204);
  assert.match(headers['access-control-allow-headers'] ?? '', /Authorization.*Mcp-Method/);
  assert.equal((await ask('https://evil.example.com')).statusCode, 403);
});
