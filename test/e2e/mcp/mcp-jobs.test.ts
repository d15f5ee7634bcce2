/**
 * Tests that a slow conversion continues as a job if the agent has an API key. Tests that a conversion ends if the
 * client disconnects or cancels the conversion (contract §13.7, §13.8).
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pandocProcesses, pandocScript, startWithPandoc } from '../../support/server/altered-machine.ts';
import { base64, callTool, connectOverHttp, postLegacy, postModern } from '../../support/mcp/mcp.ts';
import { until } from '../../support/server/service.ts';
import { busy, openTestApp, usageOf, type Customer, type TestApp } from '../../support/server/test-app.ts';

/** A fake pandoc that runs for the number of seconds in the document's first line. */
const program = pandocScript(
  'time.sleep(float(open("/job/in/in.md").readline()))',
  'open("/job/out/out.html", "w").write("<p>done</p>")',
);

let dir: string;
let app: TestApp;
let who: Customer;
let url: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-mcp-'));
  const slow = path.join(dir, 'slow');
  await writeFile(slow, program, { mode: 0o755 });
  app = await openTestApp(
    'sqlite',
    { MCP_WAIT_SECONDS: '2', CONVERSIONS_AT_ONCE: '2', JOBS_AT_ONCE: '1' },
    (env) => startWithPandoc(slow, env),
  );
  who = await app.customer('hobby', busy);
  ({ url } = app.service);
});

after(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

const lasting = (seconds: number) => ({
  base64_content: base64(`${seconds}\n`),
  source_format: 'md',
  target_format: 'html',
  filename: 'note.md',
});

const engines = () => pandocProcesses(app.service.process.pid ?? 0);
const engineRuns = () => until('the engine runs', 10_000, () => engines().length === 1);
const engineEnds = () => until('the engine has ended', 2_000, () => engines().length === 0);

async function begin(seconds: number): Promise<string> {
  const { result, failure } = await callTool(url, 'convert_file', lasting(seconds), { key: who.key });
  assert.equal(result.structuredContent?.['status'], 'queued', failure.message);
  return String(result.structuredContent['job_id']);
}

test('check_job waits for a slow conversion and returns its result', async () => {
  const { used } = await usageOf(app, who);
  const job_id = await begin(4);
  await using client = await connectOverHttp(url, 'modern', who.key);
  let result = await client.callTool({ name: 'check_job', arguments: { job_id } });
  const isDone = () => (result.structuredContent as { status: string }).status === 'completed';
  for (let n = 0; n < 3 && !isDone(); n += 1)
    result = await client.callTool({ name: 'check_job', arguments: { job_id } });
  assert.ok(isDone(), JSON.stringify(result));
  const { file_url: link } = result.structuredContent as { file_url: string };
  assert.equal(await (await fetch(link)).text(), '<p>done</p>');
  const lifeMs = Number(new URL(link).searchParams.get('expires')) * 1000 - Date.now();
  assert.ok(lifeMs <= 3_600_000, `the link lives for ${lifeMs} ms`);
  assert.equal((await usageOf(app, who))['used'], Number(used) + 1);
});

test("returns not_found if an agent checks or cancels another account's job", async () => {
  const job_id = await begin(300);
  const other = await app.customer('hobby', busy);
  for (const name of ['check_job', 'cancel_job']) {
    const { failure } = await callTool(url, name, { job_id }, { key: other.key });
    assert.equal(failure.code, 'not_found');
    assert.deepEqual(failure.details, { field: 'job_id' });
    const { failure: none } = await callTool(url, name, { job_id: crypto.randomUUID() }, { key: other.key });
    assert.deepEqual(none, failure, "the error is the same for another account's job and a missing job");
  }
  await engineRuns();
  const { used } = await usageOf(app, who);
  const { result } = await callTool(url, 'cancel_job', { job_id }, { key: who.key });
  assert.equal(result.structuredContent?.['status'], 'cancelled');
  await engineEnds();
  assert.equal((await usageOf(app, who))['used'], used);
});

test('stops a slow conversion at the time limit if the request has no API key', async () => {
  const { failure } = await callTool(url, 'convert_file', lasting(300));
  assert.deepEqual([failure.code, failure.details?.['reason']], ['service_unavailable', 'timeout']);
  assert.match(failure.message ?? '', /API key/);
  await engineEnds();
});

test('stops the engine when the client closes its connection', async () => {
  const params = { name: 'convert_file', arguments: lasting(300) };
  const leave = new AbortController();
  const answer = postModern(url, { method: 'tools/call', params }, { key: who.key, signal: leave.signal });
  await engineRuns();
  leave.abort();
  await assert.rejects(answer);
  await engineEnds();
  await until('its folder is gone', 2_000, async () => (await app.service.jobFolders()).length === 0);
});

test('cancels a tool call only if the notification has the session and request ID of the call', async () => {
  const message = (id: number | undefined, method: string, params: unknown) => ({
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    method,
    params,
  });
  const open = async () => {
    const clientInfo = { name: 'a', version: '1' };
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const response = await postLegacy(url, message(0, 'initialize', hello), { key: who.key });
    await response.text();
    return { 'Mcp-Session-Id': response.headers.get('mcp-session-id') ?? '' };
  };
  const [mine, another] = [await open(), await open()];
  assert.notDeepEqual(mine, another);
  const call = message(7, 'tools/call', { name: 'convert_file', arguments: lasting(1.5) });
  const answer = postLegacy(url, call, { key: who.key, headers: mine });
  await engineRuns();
  const cancel = (headers: Record<string, string>, requestId: number) =>
    postLegacy(url, message(undefined, 'notifications/cancelled', { requestId }), { key: who.key, headers });
  assert.equal((await cancel(another, 7)).status, 202);
  assert.equal((await cancel(mine, 8)).status, 202);
  assert.equal(engines().length, 1);
  assert.equal((await cancel(mine, 7)).status, 202);
  await engineEnds();
  assert.match(await (await answer).text(), /cancelled/);
});
