/**
 * Tests that `Idempotency-Key` has the same effect for calls of `convert_file` as for POST /v1/convert, except that the
 * server returns errors as tool errors (contract §13.10).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64, callTool, jsonToYaml, postLegacy } from '../../support/mcp/mcp.ts';
import { busy, inEachTestApp, usageOf, type Customer } from '../../support/server/test-app.ts';

type Called = Awaited<ReturnType<typeof callTool>>;

inEachTestApp((here) => {
  const call = (idempotencyKey: string, given: Record<string, unknown>, { key }: Customer = here.customer) =>
    callTool(here.app.service.url, 'convert_file', given, {
      key,
      headers: { 'Idempotency-Key': idempotencyKey },
    });
  const someone = () => here.app.customer('hobby', busy);
  const used = async (who: Customer) => (await usageOf(here.app, who))['used'];
  const isReplay = ({ result }: Called) => result.structuredContent?.['replayed'] === true;
  const refusalOf = ({ failure }: Called) => [failure.code, failure.details?.['reason']];

  test('20 concurrent identical tool calls cause only one conversion and one charge', async () => {
    const who = await someone();
    const calls = await Promise.all(Array.from({ length: 20 }, () => call('twin', jsonToYaml, who)));
    for (const called of calls) {
      if (called.result.isError) {
        assert.deepEqual(refusalOf(called), ['bad_request', 'in_flight']);
        assert.ok(Number(called.failure.details?.['retry_after']) > 0);
      } else assert.equal(called.result.structuredContent?.['text'], 'a: 1\n');
    }
    assert.equal(calls.filter((called) => !called.result.isError && !isReplay(called)).length, 1);
    const again = await call('twin', jsonToYaml, who);
    assert.ok(isReplay(again));
    const link = String(again.result.structuredContent?.['file_url']);
    assert.equal(await (await fetch(link)).text(), 'a: 1\n', 'the link of a replay opens the same result');
    assert.equal(await used(who), 1);
  });

  test('refuses an idempotency key that is invalid or was used with another file, target or option', async () => {
    assert.equal((await call('payload', jsonToYaml)).result.isError, undefined);
    assert.ok(isReplay(await call('payload', { ...jsonToYaml, target_format: '.YML' })));
    for (const other of [{ base64_content: base64('{"a":2}') }, { target_format: 'toml' }, { indent: 4 }]) {
      const called = await call('payload', { ...jsonToYaml, ...other });
      assert.deepEqual(refusalOf(called), ['bad_request', 'idempotency_key_reused']);
    }
    const { failure } = await call('not valid', jsonToYaml);
    assert.deepEqual([failure.code, failure.details?.['field']], ['bad_request', 'Idempotency-Key']);
  });

  test("replays a tool call's permanent error without charging for it", async () => {
    const who = await someone();
    const bad = { ...jsonToYaml, base64_content: base64('{') };
    const first = await call('refusal', bad, who);
    assert.equal(first.failure.code, 'bad_request');
    assert.deepEqual((await call('refusal', bad, who)).failure, first.failure);
    assert.deepEqual(refusalOf(await call('refusal', jsonToYaml, who)), [
      'bad_request',
      'idempotency_key_reused',
    ]);
    assert.equal(await used(who), 0);
  });

  test('does not replay a response if another account or endpoint uses the same idempotency key', async () => {
    const form = new FormData();
    form.append('file', new File(['{"b":1}'], 'b.json'));
    form.append('target', 'yaml');
    const sent = await fetch(`${here.app.service.url}/v1/convert`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${here.customer.key}`, 'Idempotency-Key': 'shared' },
      body: form,
    });
    assert.equal(sent.status, 200, await sent.text());
    for (const who of [here.customer, await someone()])
      assert.equal(isReplay(await call('shared', jsonToYaml, who)), false);
  });

  test('refuses an idempotency key for a batch of calls', async () => {
    const params = { name: 'convert_file', arguments: jsonToYaml };
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }));
    const { key } = here.customer;
    const answer = await postLegacy(here.app.service.url, batch, {
      key,
      headers: { 'Idempotency-Key': 'batch' },
    });
    assert.equal((await answer.text()).match(/applies to one call/g)?.length, 2);
  });
});
