/**
 * Tests that the descriptions of all tools fit in 3,000 tokens, and that `list_options` returns the options that the
 * descriptions omit (contract §13.3, §13.6).
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callTool, connectOverHttp, jsonToYaml } from '../../support/mcp/mcp.ts';
import { openTestApp, type TestApp } from '../../support/server/test-app.ts';
import { maxListLength } from '../../support/mcp/tool-list.ts';

let app: TestApp;
let url: string;

before(async () => {
  app = await openTestApp('sqlite');
  url = app.service.url;
});

after(() => app.close());

test('describes all tools in at most 3,000 tokens', async () => {
  await using client = await connectOverHttp(url, 'modern');
  const { tools } = await client.listTools();
  const length = JSON.stringify({ tools }).length;
  assert.ok(length <= maxListLength, `${length} characters`);
});

describe('list_options describes a conversion or lists the possible targets', () => {
  const list = (source_format: string, target_format: string) =>
    callTool(url, 'list_options', { source_format, target_format });

  test('list_options returns the option schemas and losses of a conversion', async () => {
    const { result } = await list('HEIC', '.jpeg');
    const { source_format, target_format, loses, options } = result.structuredContent as {
      source_format: string;
      target_format: string;
      loses: string[];
      options: Record<string, { description?: string; maximum?: number }>;
    };
    assert.deepEqual([source_format, target_format], ['heic', 'jpg']);
    assert.ok(loses.includes('alpha'));
    assert.equal(options['quality']?.maximum, 100);
    for (const name of ['background', 'must_keep', 'report']) assert.ok(options[name]?.description, name);
    assert.equal(options['combine'], undefined, 'a tool takes one file');
  });

  test('list_options returns the possible targets if the source cannot be converted to the given target', async () => {
    const { failure } = await list('docx', 'mp3');
    assert.equal(failure.code, 'unsupported_route');
    assert.ok((failure.details?.['targets'] as string[]).includes('pdf'));
  });
});

describe('convert_file checks and applies options', () => {
  const convert = (given: Record<string, unknown>) =>
    callTool(url, 'convert_file', { ...jsonToYaml, ...given });
  const nested = '{"a":{"b":1}}';

  for (const [how, given] of Object.entries({
    'in the options object': { options: { indent: 4 } },
    'as a separate argument': { indent: 4 },
  })) {
    test(`convert_file applies an option that is given ${how}`, async () => {
      const { result, failure } = await convert({ ...given, base64_content: btoa(nested) });
      assert.equal(result.structuredContent?.['text'], 'a:\n    b: 1\n', failure.message);
    });
  }

  const refusals: [what: string, given: Record<string, unknown>, field: string, words: RegExp][] = [
    ['an unknown option', { options: { colour: 1 } }, 'colour', /indent/],
    ['an option of another conversion', { options: { quality: 1 } }, 'quality', /does not apply/],
    ['an invalid value', { options: { indent: 99 } }, 'indent', /0 to 8/],
    ['an option given twice', { options: { indent: 2 }, indent: 4 }, 'indent', /twice/],
    [
      'a file among the options',
      { options: { source_url: 'https://example.com/a' } },
      'source_url',
      /Unknown/,
    ],
    ['options that are not an object', { options: 'indent=4' }, 'options', /must be an object/],
  ];
  for (const [what, given, field, words] of refusals) {
    test(`convert_file rejects ${what}`, async () => {
      const { failure } = await convert(given);
      assert.deepEqual([failure.code, failure.details?.['field']], ['bad_request', field], failure.message);
      assert.match(failure.message ?? '', words);
    });
  }
});

test('convert_file returns a compact result with the warnings of the conversion', async () => {
  const { result, failure } = await callTool(url, 'convert_file', {
    base64_content: btoa('a,b\n1,2\n\xe9,3\n'),
    source_format: 'csv',
    target_format: 'json',
  });
  const { warnings, ...rest } = result.structuredContent ?? {};
  assert.deepEqual(
    Object.keys(rest).sort(),
    ['duration_ms', 'file_name', 'file_url', 'size', 'source_format', 'status', 'target_format', 'text'],
    failure.message,
  );
  assert.deepEqual(
    (warnings as { code: string; message: string }[]).map(({ code }) => code),
    ['encoding_guessed'],
  );
});
