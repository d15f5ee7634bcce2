import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeJson } from './text/json.ts';
import { codec as mo } from './binary/mo.ts';
import { codec as po } from './text/po.ts';

const source = `# A translator's note
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: de\\n"

#. for programmers
#: a.c:1 b.c:2
#, c-format, fuzzy
msgctxt "m"
msgid "one \\"%d\\""
msgid_plural ""
"many "
"%d\\tof"
msgstr[0] "eins"
msgstr[1] "viele"

msgid "open"
msgstr ""

#~ msgid "gone"
#~ msgstr "weg"
`;

const shown = (text: string | Uint8Array) => writeJson(po.read(Buffer.from(text)), { indent: 0 });

const records =
  '[{"id":"","text":"Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n","comment":"A translator\'s note"},' +
  '{"context":"m","id":"one \\"%d\\"","plural":"many %d\\tof","text":["eins","viele"],"extracted":"for programmers","references":"a.c:1 b.c:2","flags":"c-format, fuzzy"},' +
  '{"id":"open","text":""}]';

test('reads the messages and comments of a .po catalogue and writes the same messages back', () => {
  assert.equal(shown(source), records);
  assert.equal(shown(String(po.write(po.read(Buffer.from(source)), {}))), records);
  assert.equal(shown(source.replaceAll('\n', '\r\n')), records);
});

test('omits untranslated and fuzzy messages from .mo files', () => {
  const text = source.replace(', fuzzy', '');
  const bytes = Buffer.from(mo.write(po.read(Buffer.from(text)), {}));
  const seen = writeJson(mo.read(bytes), { indent: 0 });
  assert.match(
    seen,
    /^\[\{"id":"","text":"Content-Type[^{]*\},\{"context":"m","id":"one[^{]*"text":\["eins","viele"\]\}\]$/,
  );
  assert.equal(
    writeJson(mo.read(Buffer.from(mo.write(po.read(Buffer.from(source)), {}))), { indent: 0 }).includes(
      'eins',
    ),
    false,
  );
  const swapped = Buffer.from(bytes);
  swapped.subarray(0, bytes.readUInt32LE(24)).swap32();
  assert.equal(writeJson(mo.read(swapped), { indent: 0 }), seen);
});

test('reads a .po or .mo catalogue without messages as an empty list', () => {
  assert.deepEqual(po.read(Buffer.from('# nothing yet\n')), []);
  assert.deepEqual(mo.read(Buffer.from(mo.write([], {}))), []);
});

test('refuses truncated .po and .mo catalogues, and files that are not catalogues', () => {
  const bytes = Buffer.from(mo.write(po.read(Buffer.from(source)), {}));
  for (const part of [
    bytes.subarray(0, -3),
    bytes.subarray(0, 20),
    Buffer.from('text text text text text text'),
  ])
    assert.throws(() => mo.read(part));
  for (const text of [
    'msgid "a"\n',
    'a,b\n1,2\n',
    '',
    'msgid "a\nmsgstr "b"\n',
    '"lost"\n',
    'msgid "a"b"\nmsgstr ""\n',
  ])
    assert.throws(() => po.read(Buffer.from(text)), text);
  for (const value of [new Map(), [new Map([['id', 'x']])], 'x']) assert.throws(() => po.write(value, {}));
});
