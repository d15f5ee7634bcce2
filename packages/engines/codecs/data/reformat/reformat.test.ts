import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Options } from '../../../contract/options.ts';
import { reformatCards } from '../../contacts/reformat.ts';
import { takeNotes } from '../values/noted.ts';
import { reformatted } from './reformat.ts';

const again = async (format: string, text: string, options: Options = {}) =>
  reformatted(format, () => Buffer.from(text), options);

test('reformats TOML without changing comments, order or spelling', async () => {
  const text = '\r\n# head\r\nb=[1,\r\n0x0A, # ten\r\n{x=1}]\r\n\r\n\r\n\r\n[t]   # tab\r\n a = 1.50  \r\n';
  assert.equal(await again('toml', text), '# head\nb=[1,\n0x0A, # ten\n{x=1}]\n\n[t]   # tab\n a = 1.50\n');
  assert.equal(
    await again('toml', text, { indent: 4 }),
    '# head\nb = [1,\n    0x0A, # ten\n    {x = 1}]\n\n[t] # tab\na = 1.50\n',
  );
  const lines = 's = """\n  a  \n\n\n"""\n';
  assert.equal(await again('toml', lines, { indent: 2 }), lines);
});

test('reformats YAML without changing comments, anchors, tags, quotes or spelling', async () => {
  const text =
    '# head\na:   &x {b: 0x0F}  # one\nc:\n    - *x\n    - !t "q"\n    - |\n      b  \n? k\n---\n1.50\n';
  assert.equal(
    await again('yaml', text, { indent: 2 }),
    '# head\na: &x {b: 0x0F} # one\nc:\n  - *x\n  - !t "q"\n  - |\n    b  \nk:\n---\n1.50\n',
  );
  assert.equal(await again('yaml', text.replaceAll('\n', '\r\n')), text);
  assert.equal(await again('yaml', 'a: 1', { indent: 0 }), undefined);
});

test('reformats JSON5 without changing comments, quotes or spelling', async () => {
  const text = "// top\n{ a: 0xF, // one\n /* own */ 'b': [+1, 2,], c: [],\n}\n// end";
  assert.equal(
    await again('json5', text, { indent: 2 }),
    "// top\n{\n  a: 0xF, // one\n  /* own */\n  'b': [\n    +1,\n    2,\n  ],\n  c: [],\n}\n// end\n",
  );
  assert.equal(await again('json5', text), "// top\n{a:0xF,// one\n/* own */'b':[+1,2,],c:[],}// end\n");
});

test('reformats XML without changing comments, entities, CDATA or mixed content', async () => {
  const head = '<?xml version="1.0" encoding="latin1"?>';
  const type = '<!DOCTYPE a [ <!ENTITY e "x>y"> <!-- ] --> ]>';
  const mixed = '<p>&e; <i>x</i> <i>y</i>\n </p>';
  const rest = '<d><![CDATA[ <x> ]]></d><e xml:space="preserve">\n <f/></e><g> </g>';
  const body = `<a\n  q='1>2'>\n\n<!-- in -->${mixed}\n\n<c/>${rest}</a>`;
  const utf8 = head.replace('latin1', 'UTF-8');
  assert.equal(
    await again('xml', `${head}\n${type}\n<?pi x?>${body}\n<!-- end -->\n`),
    `${utf8}${type}<?pi x?><a\n  q='1>2'><!-- in -->${mixed}<c/>${rest}</a><!-- end -->\n`,
  );
  assert.equal(
    await again('xml', '<a><b>1</b><c>\n<d/></c></a>', { indent: 2 }),
    '<a>\n  <b>1</b>\n  <c>\n    <d/>\n  </c>\n</a>\n',
  );
});

test('reformats INI, properties and PO files without losing comments', async () => {
  assert.equal(await again('ini', '\n; c\r\n[a]  \r\n\n\n\nb = 1\t\n'), '; c\n[a]\n\nb = 1\n');
  assert.equal(await again('properties', '# ü\n\n\n  a = ü \\\n   # x\n'), '# ü\n\na = \\u00FC \\\n# x\n');
  const po =
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=latin1\\n"\n\n#~ msgid "old"\n#~ msgstr "alt"\n';
  assert.equal(await again('po', po), po.replace('latin1', 'UTF-8'));
});

test('refuses to reformat a damaged file', async () => {
  for (const [format, text] of [
    ['toml', 'a = '],
    ['yaml', 'a: [1'],
    ['json5', '{a: 1'],
    ['xml', '<a><b></a>'],
    ['plist', '<plist><dict><string/></dict></plist>'],
    ['ini', '[a\n=1'],
  ] as const)
    await assert.rejects(again(format, text), format);
});

test('folds vCard lines after 75 bytes without splitting a character', () => {
  const long = `NOTE:${'ä'.repeat(60)}`;
  const text = `BEGIN:VCARD\nVERSION:4.0\n${long.slice(0, 20)}\n ${long.slice(20)}\nEND:VCARD\n`;
  const lines = reformatCards(text).split('\r\n');
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75));
  assert.equal(
    reformatCards(text).replaceAll('\r\n ', ''),
    `BEGIN:VCARD\r\nVERSION:4.0\r\n${long}\r\nEND:VCARD\r\n`,
  );
  const old = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN;ENCODING=QUOTED-PRINTABLE:a=\r\n b\r\nEND:VCARD\r\n';
  assert.equal(reformatCards(old.replaceAll('\r\n', '\n')), old);
});

test('does not report comments or obsolete messages of a reformatted file as lost', async () => {
  const catalogue =
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n#~ msgid "a"\n#~ msgstr "b"\n';
  for (const [format, text] of [
    ['po', catalogue],
    ['toml', '# c\na = 1\n'],
    ['yaml', '# c\na: 1\n'],
  ] as const) {
    await again(format, text);
    assert.deepEqual(takeNotes(), [], format);
  }
});

test('reformats JSON5 of many lines in linear time', async () => {
  const text = `[\n${'{a: 1, // c\n b: [1, 2]},\n'.repeat(20_000)}]`;
  const started = performance.now();
  await again('json5', text, { indent: 2 });
  assert.ok(performance.now() - started < 20_000);
});
