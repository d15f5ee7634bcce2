/**
 * Tests the tools for agents at /mcp and their errors, with the SDK's own client in both protocol versions
 * (contract §13).
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { answerOf } from '../../support/server/service.ts';
import { busy, openTestApp, usageOf, type Customer, type TestApp } from '../../support/server/test-app.ts';
import {
  base64,
  callTool,
  connectOverHttp,
  eras,
  jsonToYaml,
  postLegacy,
  postModern,
  type ToolResult,
} from '../../support/mcp/mcp.ts';

let app: TestApp;
let customer: Customer;
let url: string;
let at: string;

const names = [
  'convert_file',
  'create_upload',
  'list_conversions',
  'check_job',
  'cancel_job',
  'detect_format',
  'list_options',
  'read_document',
];

const site = createServer((request, response) => {
  response.writeHead(request.url === '/a.json' ? 200 : 404).end('{"a":1}');
});

before(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const settings = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' };
  app = await openTestApp('sqlite', settings);
  url = app.service.url;
  customer = await app.customer('hobby', busy);
});

after(async () => {
  site.close();
  await app.close();
});

for (const era of eras) {
  describe(era, () => {
    test('lists the tools in a fixed order with titles, descriptions and schemas', async () => {
      await using client = await connectOverHttp(url, era);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        names,
      );
      for (const { title, description = '', inputSchema, outputSchema, annotations } of tools) {
        assert.ok(title && description.length > 80 && annotations?.readOnlyHint !== undefined);
        assert.equal(inputSchema.type, 'object');
        assert.equal(outputSchema?.type, 'object');
      }
      const { properties = {} } = tools[0]?.inputSchema ?? {};
      for (const option of ['quality', 'pages', 'password', 'options']) assert.ok(option in properties);
    });

    test('convert_file reports progress, and returns the result as JSON, as a link and as text', async () => {
      await using client = await connectOverHttp(url, era, customer.key);
      const seen: number[] = [];
      const { used } = await usageOf(app, customer);
      const result = (await client.callTool(
        { name: 'convert_file', arguments: { ...jsonToYaml, filename: 'data.json' } },
        { onprogress: ({ progress, total }) => seen.push(total === 100 ? progress : NaN) },
      )) as ToolResult;
      const { file_url: link, text, ...structured } = result.structuredContent ?? {};
      assert.equal(text, 'a: 1\n');
      assert.equal(structured['status'], 'completed');
      assert.equal(structured['file_name'], 'data.yaml');
      assert.equal(structured['source_format'], 'json');
      assert.equal(structured['target_format'], 'yaml');
      assert.equal(structured['size'], 5);
      const [asText, asLink, itself] = result.content;
      assert.deepEqual(JSON.parse(asText?.text ?? ''), { ...structured, file_url: link });
      assert.deepEqual([asLink?.type, asLink?.uri, asLink?.name], ['resource_link', link, 'data.yaml']);
      assert.equal(itself?.text, 'a: 1\n');
      const file = await fetch(String(link));
      assert.equal(await file.text(), 'a: 1\n');
      const lifeMs = Number(new URL(String(link)).searchParams.get('expires')) * 1000 - Date.now();
      assert.ok(lifeMs > 3_590_000 && lifeMs <= 3_600_000, `the link lives for ${lifeMs} ms`);
      assert.equal((await usageOf(app, customer))['used'], Number(used) + 1);
      assert.equal(seen.at(0), 0);
      assert.equal(seen.at(-1), 100);
      assert.deepEqual(
        seen,
        [...new Set(seen)].sort((a, b) => a - b),
      );
    });

    test('detects the format of a file from source_url by the file name', async () => {
      await using client = await connectOverHttp(url, era);
      const result = (await client.callTool({
        name: 'convert_file',
        arguments: { source_url: `${at}/a.json`, target_format: '.YML', indent: 4 },
      })) as ToolResult;
      assert.equal(result.structuredContent?.['file_name'], 'a.yaml', JSON.stringify(result));
    });

    test('list_conversions lists the targets of a format, each with its options and losses', async () => {
      await using client = await connectOverHttp(url, era);
      const { structuredContent } = await client.callTool({
        name: 'list_conversions',
        arguments: { source_format: 'HEIC' },
      });
      const { targets = [] } = structuredContent as {
        targets?: { target_format: string; loses: string[]; options: string[] }[];
      };
      const jpg = targets.find(({ target_format }) => target_format === 'jpg');
      assert.ok(jpg?.options.includes('quality') && jpg.loses.includes('alpha'));
    });
  });
}

test('list_conversions without a source format lists all formats by category', async () => {
  const { result } = await callTool(url, 'list_conversions', {});
  const { formats = {}, counts } = result.structuredContent as {
    formats?: Record<string, string[]>;
    counts?: { formats: number };
  };
  assert.ok(formats['image']?.includes('heic') && formats['document']?.includes('docx'));
  assert.equal(Object.values(formats).flat().length, counts?.formats);
  assert.ok(JSON.stringify(result.content).length < 4_000);
});

test('detects the format of a file, and lists its targets', async () => {
  const { result } = await callTool(url, 'detect_format', {
    base64_content: base64('%PDF-1.7\n'),
    filename: 'a',
  });
  const { format, targets } = result.structuredContent as { format: string; targets: string[] };
  assert.equal(format, 'pdf');
  assert.ok(targets.includes('txt'));
  const fetched = await callTool(url, 'detect_format', { source_url: `${at}/a.json` });
  assert.equal(fetched.result.structuredContent?.['format'], 'json');
});

test('returns a text result above 32 kB only as a link', async () => {
  const rows = base64(JSON.stringify(Array.from({ length: 8_000 }, (_, n) => n)));
  const { result } = await callTool(url, 'convert_file', { ...jsonToYaml, base64_content: rows });
  assert.equal(result.structuredContent?.['text'], undefined);
  assert.deepEqual(
    result.content.map(({ type }) => type),
    ['text', 'resource_link'],
  );
});

type Row = [
  what: string,
  tool: string,
  given: Record<string, unknown>,
  code: string,
  field: string | undefined,
  words: RegExp,
];

const errors: Row[] = [
  ['no file', 'convert_file', { target_format: 'pdf' }, 'bad_request', 'source_url', /exactly one of/],
  [
    'two files',
    'convert_file',
    { ...jsonToYaml, source_url: 'https://example.com/a.json' },
    'bad_request',
    'base64_content',
    /Provide exactly one of source_url, file_id, base64_content\./,
  ],
  [
    'no target',
    'convert_file',
    { base64_content: 'e30=', source_format: 'json' },
    'bad_request',
    'target_format',
    /must be a format/,
  ],
  [
    'content without a source format',
    'convert_file',
    { base64_content: 'e30=', target_format: 'yaml' },
    'bad_request',
    'source_format',
    /specify the source format/,
  ],
  [
    'truncated base64 content',
    'convert_file',
    { ...jsonToYaml, base64_content: 'eyJh' + 'I' },
    'bad_request',
    'base64_content',
    /truncated/,
  ],
  [
    'content that is not valid base64',
    'convert_file',
    { ...jsonToYaml, base64_content: '{"a":1}$' },
    'bad_request',
    'base64_content',
    /not base64/,
  ],
  [
    'content above 1 MB',
    'convert_file',
    { ...jsonToYaml, base64_content: base64(new Uint8Array(1024 * 1024 + 1)) },
    'file_too_large',
    undefined,
    /create_upload/,
  ],
  [
    'an unknown target',
    'convert_file',
    { ...jsonToYaml, target_format: 'nope' },
    'unsupported_route',
    undefined,
    /nope/,
  ],
  ['an unknown option', 'convert_file', { ...jsonToYaml, colour: 1 }, 'bad_request', 'colour', /indent/],
  [
    'an option of another conversion',
    'convert_file',
    { ...jsonToYaml, quality: 1 },
    'bad_request',
    'quality',
    /argument "quality" does not apply/,
  ],
  [
    'an option that is not valid',
    'convert_file',
    { ...jsonToYaml, indent: 99 },
    'bad_request',
    'indent',
    /0 to 8/,
  ],
  [
    'an unreadable file',
    'convert_file',
    { ...jsonToYaml, base64_content: base64('{"a":') },
    'bad_request',
    undefined,
    /could not be/,
  ],
  [
    'a source_url with a private address',
    'convert_file',
    { source_url: 'http://10.0.0.1/a.json', target_format: 'yaml' },
    'bad_request',
    'source_url',
    /not allowed/,
  ],
  [
    'a source_url with a private address in detect_format',
    'detect_format',
    { source_url: 'http://[::1]/a' },
    'bad_request',
    'source_url',
    /not allowed/,
  ],
  [
    'an unknown argument',
    'detect_format',
    { base64_content: 'e30=', target: 'x' },
    'bad_request',
    'target',
    /Unknown argument "target"/,
  ],
  [
    'an unknown format',
    'list_conversions',
    { source_format: 'nope' },
    'unsupported_route',
    'source_format',
    /detect_format/,
  ],
  [
    'checking a job without a key',
    'check_job',
    { job_id: crypto.randomUUID() },
    'invalid_api_key',
    undefined,
    /API_KEY/,
  ],
  [
    'cancelling a job without a key',
    'cancel_job',
    { job_id: crypto.randomUUID() },
    'invalid_api_key',
    undefined,
    /API_KEY/,
  ],
];

for (const [what, tool, given, code, field, words] of errors) {
  test(`returns a tool error for ${what}: ${code}`, async () => {
    const { status, result, failure } = await callTool(url, tool, given);
    assert.equal(status, 200);
    assert.equal(result.isError, true);
    assert.equal(failure.code, code, failure.message);
    assert.equal(failure.details?.['field'], field, failure.message);
    assert.match(failure.message ?? '', words);
    assert.equal(result.structuredContent, undefined);
  });
}

test('the error for an unsupported pair of formats lists the valid targets only in its details', async () => {
  const { failure } = await callTool(url, 'convert_file', { ...jsonToYaml, target_format: 'mp3' });
  assert.equal(failure.code, 'unsupported_route');
  const targets = failure.details?.['targets'] as string[];
  assert.ok(targets.includes('yaml') && targets.includes('xlsx'));
  assert.equal(failure.details?.['route'], 'json->mp3');
  assert.match(failure.message ?? '', /details\.targets/);
});

test('accepts the base64 content of a file of exactly 1 MB', async () => {
  const content = `"${'x'.repeat(1024 * 1024 - 2)}"`;
  const { failure } = await callTool(url, 'convert_file', { ...jsonToYaml, base64_content: base64(content) });
  assert.deepEqual(failure, {});
});

test('returns 413 and refers to create_upload if a tool call is far above the size limit', async () => {
  const given = { ...jsonToYaml, base64_content: 'A'.repeat(3 * 1024 * 1024) };
  const response = await postModern(url, {
    method: 'tools/call',
    params: { name: 'convert_file', arguments: given },
  });
  const { status, error } = await answerOf(response);
  assert.deepEqual([status, error.code], [413, 'file_too_large']);
  assert.match(error.message ?? '', /create_upload/);
});

test('for an unknown tool, returns a protocol error that lists the known tools', async () => {
  const response = await postModern(url, { method: 'tools/call', params: { name: 'nope', arguments: {} } });
  const { error } = (await response.json()) as { error: { code: number; message: string } };
  assert.equal(error.code, -32602);
  assert.match(error.message, /convert_file/);
});

test('returns 401 for an invalid API key', async () => {
  const answer = await answerOf(await postModern(url, { method: 'tools/list' }, { key: 'svc_sk_none' }));
  assert.deepEqual([answer.status, answer.error.code], [401, 'invalid_api_key']);
});

test('the MCP endpoint rejects invalid JSON, content types other than JSON, and GET requests', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const broken = await fetch(`${url}/mcp`, { method: 'POST', headers, body: '{' });
  assert.equal((await answerOf(broken)).status, 400);
  const form = await fetch(`${url}/mcp`, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
  assert.equal((await answerOf(form)).status, 415);
  assert.equal((await answerOf(await fetch(`${url}/mcp`))).status, 405);
});

for (const [asked, offered] of [
  ['2025-11-25', '2025-11-25'],
  ['2025-06-18', '2025-06-18'],
  ['2025-03-26', '2025-03-26'],
  ['2024-11-05', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
]) {
  test(`responds with MCP version ${offered} to a client that requests version ${asked}`, async () => {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const response = await postLegacy(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const [, data = ''] = /^data: (.*)$/m.exec(await response.text()) ?? [];
    const { result } = JSON.parse(data) as { result: { protocolVersion: string; instructions: string } };
    assert.equal(result.protocolVersion, offered);
    assert.match(result.instructions, /convert_file/);
  });
}
