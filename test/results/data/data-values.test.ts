/** Conversions of data over HTTP keep exact values, warn about losses, and report unsupported features. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

const convert = async (name: string, content: string | Uint8Array<ArrayBuffer>, target: string) => {
  const { status, body, headers, error } = await convertFile(new File([content], name), target, {
    ...(target === 'json' ? { indent: '0' } : {}),
  });
  const warnings = headers.get('X-Conversion-Warnings');
  return { status, text: body.toString(), warnings, reason: error.details?.['reason'] };
};

test('keeps TOML floats as floats, and refuses impossible TOML dates', async () => {
  const { text, warnings } = await convert('a.toml', 'price = 1.0\ncount = 1\n', 'yaml');
  assert.deepEqual([text, warnings], ['price: 1.0\ncount: 1\n', null]);
  assert.equal((await convert('b.toml', 'd = 2023-02-29\n', 'json')).status, 400);
});

test('a YAML set becomes an object with null values in JSON', async () => {
  const { status, text } = await convert('a.yaml', 'a: !!set {x, y}\nb: 1\n', 'json');
  assert.deepEqual([status, text], [200, '{"a":{"x":null,"y":null},"b":1}\n']);
  for (const target of ['toml', 'xml', 'cbor'])
    assert.equal((await convert('a.yaml', 'a: !!set {x, y}\nb: 1\n', target)).status, 200, target);
});

test('warns about an unknown CBOR tag', async () => {
  const { text, warnings } = await convert('a.cbor', Buffer.from('a1616bd9010183010203', 'hex'), 'json');
  assert.equal(text, '{"k":[1,2,3]}\n');
  assert.match(warnings ?? '', /tags_left_out/);
});

test('replaces an invalid UTF-8 byte and warns', async () => {
  const { text, warnings } = await convert('a.json', Buffer.from('5b22e697a5d188fa225d', 'hex'), 'yaml');
  assert.match(text, /日ш\uFFFD/);
  assert.match(warnings ?? '', /characters_replaced/);
});

test('converts a calendar without entries to an empty list', async () => {
  const { status, text } = await convert(
    'a.ics',
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
    'json',
  );
  assert.deepEqual([status, text.trim()], [200, '[]']);
});
