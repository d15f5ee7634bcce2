/** In every interface, errors about unknown names suggest only the nearest valid names (contract §11.2). */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { callTool, jsonToYaml, postModern } from '../../support/mcp/mcp.ts';
import { answerOf, post, protean } from '../../support/server/service.ts';
import { openTestApp, type TestApp } from '../../support/server/test-app.ts';

/**
 * Maximum length of a message in characters. The details of the error contain the lists that are too long for the
 * message.
 */
const maxLength = 300;

let app: TestApp;
let url: string;

before(async () => {
  app = await openTestApp('sqlite', { INSTALLATION: 'private' });
  url = app.service.url;
});

after(() => app.close());

async function refused(address: string, fields: Readonly<Record<string, string>>) {
  const form: [string, string | File][] = [
    ['file', new File(['{"a":1}'], 'a.json')],
    ...Object.entries(fields),
  ];
  const { status, error } = await post(url + address, form);
  assert.ok((error.message ?? '').length <= maxLength, error.message);
  return { status, ...error, details: error.details ?? {}, message: error.message ?? '' };
}

describe('errors suggest similar format names', () => {
  for (const [address, status] of [
    ['/api/convert', 400],
    ['/v1/convert', 422],
    ['/v1/jobs', 422],
  ] as const) {
    test(`POST ${address} suggests the nearest format for an unknown target`, async () => {
      const failure = await refused(address, { target: 'pfd', source: 'docx' });
      assert.deepEqual([failure.status, failure.code], [status, 'unsupported_route']);
      assert.match(failure.message, /^"pfd" is not a known format\. Did you mean pdf\?$/);
      assert.ok((failure.details['targets'] as string[]).length > 20);
      assert.deepEqual(failure.details['nearest'], ['pdf']);
    });

    test(`POST ${address} suggests similar targets for an unsupported pair of formats`, async () => {
      const failure = await refused(address, { target: 'xlsx', source: 'docx' });
      assert.deepEqual([failure.status, failure.code], [status, 'unsupported_route']);
      assert.match(failure.message, /^docx cannot be converted to xlsx\. /);
      const { targets, nearest, via } = failure.details as {
        targets: string[];
        nearest: string[];
        via: string;
      };
      assert.ok(nearest.length > 0 && nearest.length <= 3 && nearest.every((one) => targets.includes(one)));
      for (const name of nearest)
        assert.match(failure.message, new RegExp(`\\b${name.replace('.', '\\.')}\\b`));
      assert.match(failure.message, new RegExp(`convert docx to ${via} first, and ${via} to xlsx`));
      for (const pair of [`docx/${via}`, `${via}/xlsx`])
        assert.equal((await fetch(`${url}/v1/formats/${pair}`)).status, 200, pair);
    });
  }

  test('lists some of the possible targets if no format name resembles the unknown target', async () => {
    const { message } = await refused('/v1/convert', { target: 'qqqqqq', source: 'docx' });
    assert.match(
      message,
      /^"qqqqqq" is not a known format\. docx can become \w+, \w+, \w+ and \d+ other formats \(details\.targets\)\.$/,
    );
  });

  test('suggests the nearest format for an unknown source', async () => {
    const { message, details } = await refused('/v1/convert', { target: 'pdf', source: 'dcox' });
    assert.match(message, /^"dcox" is not a known format\. Did you mean docx\?$/);
    assert.deepEqual([details['field'], details['nearest']], ['source', ['docx']]);
  });

  test('GET /v1/formats suggests the nearest known name for an unknown format or category', async () => {
    const listed = await answerOf(await fetch(`${url}/v1/formats?target=pfd`));
    assert.match(listed.error.message ?? '', /Did you mean pdf\?/);
    const one = await answerOf(await fetch(`${url}/v1/formats/pfd`));
    assert.deepEqual([one.status, one.error.code], [404, 'not_found']);
    assert.match(one.error.message ?? '', /Did you mean pdf\?/);
    const category = await answerOf(await fetch(`${url}/v1/formats?category=imgae`));
    assert.match(category.error.message ?? '', /Did you mean image\?/);
  });
});

describe('errors suggest option names and option values', () => {
  test('suggests the nearest option name for an unknown option', async () => {
    const { message, details } = await refused('/v1/convert', { target: 'yaml', idnent: '4' });
    assert.match(message, /^Unknown field or option "idnent" on json to yaml\. Did you mean indent\?$/);
    assert.ok((details['allowed'] as string[]).includes('indent'));
  });

  test('the error refers to details.allowed if no option name is similar to the given name', async () => {
    const { message, details } = await refused('/v1/convert', { target: 'pdf', source: 'docx', qqqqqq: '4' });
    assert.match(message, /\(details\.allowed\)/);
    assert.ok((details['allowed'] as string[]).length > 12);
  });

  test('suggests the nearest valid value for an invalid option value', async () => {
    const paper = await refused('/v1/convert', { target: 'pdf', source: 'docx', paper: 'lettr' });
    assert.match(paper.message, /one of a3, a4, a5, letter, legal\. Did you mean letter\?$/);
    const kept = await refused('/v1/convert', { target: 'pdf', source: 'docx', must_keep: 'tabels' });
    assert.match(kept.message, /unknown name "tabels"\. Did you mean tables\?$/);
    const page = await refused('/v1/convert', { target: 'pdf', source: 'docx', paper: '0' });
    assert.match(page.message, /one of a3, a4, a5, letter, legal\.$/);
  });
});

describe('MCP tool errors suggest similar names', () => {
  const refusedCall = async (name: string, given: Record<string, unknown>) =>
    (await callTool(url, name, given)).failure;

  test('suggests the nearest name for an unknown target, source, argument or option', async () => {
    const target = await refusedCall('convert_file', { ...jsonToYaml, target_format: 'ymal' });
    assert.match(target.message ?? '', /^"ymal" is not a known format\. Did you mean yaml\?$/);
    const source = await refusedCall('list_conversions', { source_format: 'dcox' });
    assert.match(source.message ?? '', /Did you mean docx\?/);
    const argument = await refusedCall('detect_format', { flie_id: 'x' });
    assert.match(argument.message ?? '', /Did you mean file_id\?/);
    const option = await refusedCall('convert_file', { ...jsonToYaml, options: { idnent: 2 } });
    assert.match(option.message ?? '', /Did you mean indent\?/);
  });

  test('suggests the nearest tool name for an unknown tool', async () => {
    const response = await postModern(url, {
      method: 'tools/call',
      params: { name: 'convert_flie', arguments: {} },
    });
    const { error } = (await response.json()) as { error: { message: string } };
    assert.match(error.message, /Did you mean convert_file\?/);
  });
});

describe('errors on the command line contain suggestions', () => {
  const failure = (...args: string[]) =>
    new Promise<string>((resolve) => {
      execFile(protean, args, { env: { ...process.env, PROTEAN_SERVER: url } }, (_error, _stdout, stderr) =>
        resolve(stderr),
      );
    });

  test('if a target is unsupported, prints the command that lists the possible targets', async () => {
    const line = await failure('convert', 'package.json', '/tmp/a.mp3');
    assert.match(line, /^json cannot be converted to mp3\. /);
    assert.doesNotMatch(line, /details\./);
    assert.match(line, /`protean formats json`/);
  });

  test('suggests the nearest subcommand for an unknown subcommand of `protean admin`', async () => {
    assert.match(await failure('admin', 'acount', 'list'), /Did you mean account\?/);
  });
});
