/** `protean mcp` offers the tools over stdio for both protocol versions, with local engines or a server (contract §13.9). */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Client } from '@modelcontextprotocol/client';
import { clientOf, eras, failureOf, type Era, type ToolResult } from '../../support/mcp/mcp.ts';
import { descendants, processorSeconds, runs } from '../../support/server/processes.ts';
import { protean, until } from '../../support/server/service.ts';
import { maxListLength } from '../../support/mcp/tool-list.ts';
import { busy, openTestApp, usageOf, type Customer, type TestApp } from '../../support/server/test-app.ts';

/**
 * A temporary folder. The folder contains the folder `open`, which clients may use, files outside `open` that must stay
 * unreachable, and the temporary files of the process.
 */
let dir: string;
let open: string;
let temporary: string;

before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-stdio-'));
  [open, temporary] = [path.join(dir, 'open'), path.join(dir, 'tmp')];
  await mkdir(temporary);
});

after(() => rm(dir, { recursive: true }));

interface Agent {
  client: Client;
  pid: number;
  call: (name: string, given: Record<string, unknown>) => Promise<ToolResult>;
}

async function start(
  era: Era,
  args: readonly string[],
  { roots, env = {} }: { roots?: string; env?: Record<string, string> } = {},
): Promise<Agent> {
  const client = clientOf(era, roots);
  const { PATH = '' } = process.env;
  const transport = new StdioClientTransport({
    command: protean,
    args: ['mcp', ...args],
    env: { PATH, HOME: dir, TMPDIR: temporary, WARM: 'off', ...env },
    stderr: 'ignore',
  });
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    call: async (name, given) => (await client.callTool({ name, arguments: given })) as ToolResult,
  };
}

/**
 * Replaces the test files: two files in the folder `open`, one file outside `open`, and links that lead outside `open`.
 */
async function layOut(): Promise<void> {
  await rm(open, { recursive: true, force: true });
  await mkdir(path.join(open, 'deep'), { recursive: true });
  await writeFile(path.join(open, 'data.json'), '{"a":1}');
  await writeFile(path.join(open, 'deep', 'data.json'), '{"b":2}');
  await writeFile(path.join(dir, 'secret.json'), '{"secret":1}');
  await symlink(path.join(dir, 'secret.json'), path.join(open, 'link.json'));
  await symlink(dir, path.join(open, 'out'));
}

const structured = (result: ToolResult) => {
  assert.equal(result.isError, undefined, JSON.stringify(result));
  return result.structuredContent as Record<string, string>;
};

for (const era of eras) {
  describe(`protean mcp serves a ${era} client with local engines`, () => {
    let agent: Agent;

    before(async () => {
      await layOut();
      agent = await start(era, [open]);
    });

    test('3 of the 8 listed tools accept a local file as input', async () => {
      const { tools } = await agent.client.listTools();
      const taking = (name: string) =>
        tools.filter(({ inputSchema }) => name in (inputSchema.properties ?? {})).map((tool) => tool.name);
      assert.equal(tools.length, 8);
      assert.deepEqual(taking('path'), ['convert_file', 'detect_format', 'read_document']);
      assert.deepEqual(taking('output_path'), ['convert_file']);
    });

    test('writes a result next to its source and never overwrites a file', async () => {
      await layOut();
      await writeFile(path.join(open, 'data.yaml'), 'mine');
      for (const name of ['data (2).yaml', 'data (3).yaml']) {
        const given = { path: path.join(open, 'data.json'), target_format: 'yaml' };
        const result = await agent.call('convert_file', given);
        assert.equal(structured(result)['path'], path.join(open, name));
        assert.equal(await readFile(path.join(open, name), 'utf8'), 'a: 1\n');
        assert.match(result.content[1]?.uri ?? '', /^file:\/\/.*yaml$/);
        const fields = ['duration_ms', 'path', 'size', 'source_format', 'status', 'target_format'];
        assert.deepEqual(Object.keys(structured(result)).sort(), fields);
        assert.deepEqual(JSON.parse(result.content[0]?.text ?? ''), structured(result));
        assert.equal(result.content.length, 2, 'the text is in the file');
      }
      assert.equal(await readFile(path.join(open, 'data.yaml'), 'utf8'), 'mine');
      assert.deepEqual(
        (await readdir(open)).filter((name) => name.includes('.part')),
        [],
      );
    });

    test('writes a result to the requested path within the open folder', async () => {
      await layOut();
      const wanted = path.join(open, 'deep', 'x.toml');
      const given = { path: 'deep/data.json', target_format: 'toml', output_path: wanted };
      assert.equal(structured(await agent.call('convert_file', given))['path'], wanted);
      assert.equal(await readFile(wanted, 'utf8'), 'b = 2\n');
      const again = failureOf(await agent.call('convert_file', given));
      assert.deepEqual([again.code, again.details?.['field']], ['bad_request', 'output_path']);
      await writeFile(wanted, 'mine');
      const replacing = await agent.call('convert_file', { ...given, overwrite: true });
      assert.equal(structured(replacing)['path'], wanted);
      assert.equal(await readFile(wanted, 'utf8'), 'b = 2\n');
      const unclear = failureOf(await agent.call('convert_file', { ...given, overwrite: 'yes' }));
      assert.equal(unclear.details?.['field'], 'overwrite');
    });

    test('resolves relative input and output paths against the open folder', async () => {
      await layOut();
      const given = { path: 'deep/data.json', target_format: 'toml', output_path: 'deep/y.toml' };
      const wanted = path.join(open, 'deep', 'y.toml');
      assert.equal(structured(await agent.call('convert_file', given))['path'], wanted);
      assert.equal(await readFile(wanted, 'utf8'), 'b = 2\n');
    });

    test('the tool descriptions state that only files in the open folders are accessible', async () => {
      const { tools } = await agent.client.listTools();
      const listed = JSON.stringify({ tools });
      assert.ok(listed.length <= maxListLength, `${listed.length} characters`);
      const rule = /Files can be read and written only in the open folders/;
      assert.match(tools[0]?.description ?? '', rule);
      assert.match(agent.client.getInstructions() ?? '', rule);
      assert.doesNotMatch(listed + agent.client.getInstructions(), /curl command/);
    });

    test('detects the format of a local file', async () => {
      await layOut();
      const { format } = structured(
        await agent.call('detect_format', { path: path.join(open, 'data.json') }),
      );
      assert.equal(format, 'json');
    });

    const refusals: [what: string, field: string, () => Record<string, unknown>][] = [
      ['a file outside', 'path', () => ({ path: path.join(dir, 'secret.json') })],
      ['a file outside by ..', 'path', () => ({ path: '../secret.json' })],
      ['a file outside by .. within an absolute path', 'path', () => ({ path: `${open}/../secret.json` })],
      ['a link that leads outside', 'path', () => ({ path: path.join(open, 'link.json') })],
      [
        'a file behind a link to a folder outside',
        'path',
        () => ({ path: path.join(open, 'out', 'secret.json') }),
      ],
      ['a missing file outside', 'path', () => ({ path: '/nowhere/a.json' })],
      ['a missing file', 'path', () => ({ path: path.join(open, 'none.json') })],
      ['a folder', 'path', () => ({ path: path.join(open, 'deep') })],
      ['a path and other content', 'path', () => ({ path: 'data.json', base64_content: 'e30=' })],
      ['a path that is not a string', 'path', () => ({ path: 7 })],
      [
        'a result outside',
        'output_path',
        () => ({ path: 'data.json', output_path: path.join(dir, 'x.yaml') }),
      ],
      ['a result outside by ..', 'output_path', () => ({ path: 'data.json', output_path: '../x.yaml' })],
      [
        'a result outside by a link',
        'output_path',
        () => ({ path: 'data.json', output_path: `${open}/out/x.yaml` }),
      ],
      [
        'a result in a missing folder',
        'output_path',
        () => ({ path: 'data.json', output_path: 'no/x.yaml' }),
      ],
    ];

    test('does not read or write files outside the open folder', async () => {
      await layOut();
      const before = await readdir(dir);
      for (const [what, field, given] of refusals) {
        const result = await agent.call('convert_file', { target_format: 'yaml', ...given() });
        const { code, details } = failureOf(result);
        assert.deepEqual([code, details?.['field']], ['bad_request', field], what);
        assert.doesNotMatch(JSON.stringify(result), /"secret":1|secret: 1/, what);
      }
      assert.deepEqual(await readdir(dir), before);
    });

    test('protean mcp returns the same engine errors as the server', async () => {
      const { code, details } = failureOf(
        await agent.call('convert_file', { path: path.join(open, 'data.json'), target_format: 'mp3' }),
      );
      assert.equal(code, 'unsupported_route');
      assert.ok((details?.['targets'] as string[]).includes('yaml'));
    });

    test('protean mcp leaves no process or file when its client disconnects', async () => {
      const left = [agent.pid, ...descendants(agent.pid)];
      assert.ok(left.length > 0);
      await agent.client.close();
      await until('all processes have ended', 10_000, () => !left.some(runs));
      assert.deepEqual(await readdir(temporary), []);
    });
  });
}

describe('protean mcp responds before the local server is ready', () => {
  // The local server cannot start, because its TMPDIR is a file.
  const env = () => ({ TMPDIR: path.join(dir, 'secret.json') });

  before(layOut);

  for (const era of eras) {
    test(`if the local server cannot start, tool calls of a ${era} client return the reason`, async () => {
      const { client, call } = await start(era, [dir], { env: env() });
      assert.equal((await client.listTools()).tools.length, 8);
      const { code, message } = failureOf(await call('list_conversions', {}));
      assert.deepEqual([code, /secret\.json/.test(message ?? '')], ['service_unavailable', true], message);
      assert.equal((await client.listTools()).tools.length, 8);
      await client.close();
    });
  }

  test('protean mcp uses less than 1 s of CPU time to respond to the initialize request', async () => {
    const { client, pid } = await start('legacy', [dir]);
    const seconds = processorSeconds(pid);
    assert.ok(seconds < 1, `${seconds} s`);
    await client.close();
  });

  test('protean mcp starts the local server in the background once the client has listed the tools', async () => {
    const { client, pid, call } = await start('legacy', [dir]);
    assert.deepEqual(await readdir(temporary), []);
    await client.listTools();
    await until('the server has a folder', 60_000, async () => (await readdir(temporary)).length > 0);
    structured(await call('list_conversions', {}));
    await client.close();
    await until('the process has ended', 10_000, () => !runs(pid));
    assert.deepEqual(await readdir(temporary), []);
  });
});

describe('protean mcp works without a folder argument', () => {
  for (const era of eras) {
    test(`allows access only to the folders that a ${era} client lists as its roots`, async () => {
      await layOut();
      const { client, call } = await start(era, [], { roots: open });
      const result = await call('convert_file', {
        path: path.join(open, 'data.json'),
        target_format: 'yaml',
      });
      assert.equal(structured(result)['path'], path.join(open, 'data.yaml'));
      const outside = await call('convert_file', {
        path: path.join(dir, 'secret.json'),
        target_format: 'yaml',
      });
      assert.equal(failureOf(outside).details?.['field'], 'path');
      await client.close();
    });
  }

  test('refuses all paths if the client provides no roots', async () => {
    const { client, call } = await start('modern', []);
    const result = await call('convert_file', { path: path.join(open, 'data.json'), target_format: 'yaml' });
    assert.match(failureOf(result).message ?? '', /protean mcp DIR/);
    await client.close();
  });
});

describe('protean mcp uses a remote server', () => {
  let app: TestApp;
  let customer: Customer;

  before(async () => {
    app = await openTestApp('sqlite', { SIZE_OVERRIDES: '{"hobby":100}' });
    customer = await app.customer('hobby', busy);
  });

  after(() => app.close());

  test('uploads files with the API key and downloads results of direct conversions and jobs', async () => {
    await layOut();
    const env = { PROTEAN_API_KEY: customer.key };
    const { client, call } = await start('legacy', [open, '--server', app.service.url], { env });
    const small = await call('convert_file', { path: 'data.json', target_format: 'yaml' });
    assert.equal(structured(small)['path'], path.join(open, 'data.yaml'));
    await writeFile(path.join(open, 'large.json'), JSON.stringify({ a: 'x'.repeat(200) }));
    const large = structured(await call('convert_file', { path: 'large.json', target_format: 'yaml' }));
    assert.equal(large['status'], 'queued');
    assert.equal(existsSync(path.join(open, 'large.yaml')), false);
    const done = structured(await call('check_job', { job_id: large['job_id'] }));
    assert.equal(done['path'], path.join(open, 'large.yaml'));
    assert.match(await readFile(path.join(open, 'large.yaml'), 'utf8'), /^a: x{200}\n$/);
    assert.equal((await usageOf(app, customer))['used'], 2);
    await client.close();
  });

  test('returns tool errors for an invalid key and an unreachable server', async () => {
    const wrong = await start('modern', [open, '--server', app.service.url], {
      env: { PROTEAN_API_KEY: 'svc_sk_none' },
    });
    const answer = await wrong.call('list_conversions', {});
    assert.equal(failureOf(answer).code, 'invalid_api_key');
    await wrong.client.close();
    const away = await start('modern', [open, '--server', 'http://127.0.0.1:9']);
    assert.equal(failureOf(await away.call('list_conversions', {})).code, 'service_unavailable');
    await away.client.close();
  });
});
