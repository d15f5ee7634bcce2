/**
 * Tests that the monthly quota and the rate limit of the HTTP API also apply to MCP tool calls, and that both limits
 * are exact with concurrent calls (contract §13.2).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { databaseKinds } from '../../support/storage/databases.ts';
import { base64, callTool, jsonToYaml, postLegacy, postModern } from '../../support/mcp/mcp.ts';
import { busy, openTestApp, usageOf, type TestApp } from '../../support/server/test-app.ts';

for (const kind of databaseKinds) {
  describe(kind, () => {
    let app: TestApp;

    before(async () => {
      app = await openTestApp(kind, { RATE_OVERRIDES: '{"anonymous":3,"free":4}' });
    });

    after(() => app.close());

    test('if the quota is 5, exactly 5 of 40 concurrent tool calls succeed', async () => {
      const customer = await app.customer('free', { ...busy, monthly_conversions: 5 });
      const call = (given: Record<string, unknown>) =>
        callTool(app.service.url, 'convert_file', given, { key: customer.key });
      for (const given of [
        { ...jsonToYaml, target_format: 'mp3' },
        { ...jsonToYaml, base64_content: base64('{') },
      ])
        assert.equal((await call(given)).result.isError, true);
      const answers = await Promise.all(Array.from({ length: 40 }, () => call(jsonToYaml)));
      const codes = answers.map(({ failure }) => failure.code ?? 'converted');
      assert.equal(codes.filter((code) => code === 'converted').length, 5, codes.join(' '));
      assert.equal(codes.filter((code) => code === 'quota_exceeded').length, 35, codes.join(' '));
      assert.equal((await usageOf(app, customer))['used'], 5);
    });

    test('MCP tool calls count towards the rate limit, but other MCP requests do not', async () => {
      const { key } = await app.customer('free');
      const { url } = app.service;
      for (let n = 0; n < 6; n += 1)
        assert.equal((await postModern(url, { method: 'tools/list' }, { key })).status, 200);
      for (let left = 3; left >= 0; left -= 1) {
        const { headers, result } = await callTool(url, 'list_conversions', {}, { key });
        assert.equal(result.isError, undefined);
        assert.equal(headers.get('x-ratelimit-remaining'), String(left));
      }
      const { status, headers, failure } = await callTool(url, 'list_conversions', {}, { key });
      assert.deepEqual([status, failure.code, failure.details?.['limit']], [200, 'rate_limited', 4]);
      assert.equal(headers.get('retry-after'), String(failure.details?.['retry_after']));
      const { status: rest } = await fetch(`${url}/v1/usage`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      assert.equal(rest, 429, 'one window for both');
    });

    test('each tool call of a batch counts towards the rate limit', async () => {
      const { url } = app.service;
      const call = (id: number) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'list_conversions', arguments: { source_format: 'json' } },
      });
      const text = await (await postLegacy(url, [1, 2, 3, 4, 5].map(call))).text();
      const results = [...text.matchAll(/^data: (.*)$/gm)].map(
        ([, data = '']) => JSON.parse(data) as { id: number; result: { isError?: boolean } },
      );
      assert.deepEqual(
        results.sort((a, b) => a.id - b.id).map(({ result }) => result.isError === true),
        [false, false, false, true, true],
      );
      const form = new FormData();
      form.append('file', new File(['{}'], 'a.json'));
      form.append('target', 'yaml');
      assert.equal((await fetch(`${url}/api/convert`, { method: 'POST', body: form })).status, 429);
    });
  });
}
