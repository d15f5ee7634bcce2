/**
 * If an archive, data file or font is converted to its own format (contract §3.11), the result is never larger and has
 * the same content.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { test } from 'node:test';
import { run } from '../../samples/run.ts';
import { bytes, members, memberText, text } from '../../support/results/measure.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

const again = (ext: string, options: OptionValues, file?: string) => lab.converted(ext, ext, options, file);

async function assertStays(ext: string, file: string): Promise<void> {
  assert.ok((await readFile(await again(ext, {}, file))).equals(await readFile(file)), 'the same bytes');
}

test('compresses an uncompressed zip without changing its files', async () => {
  const words = path.join(lab.dir, 'words.txt');
  await writeFile(words, Array.from({ length: 20_000 }, (_, n) => `line ${(n * 7919) % 1000}`).join('\n'));
  const loose = path.join(lab.dir, 'loose.zip');
  await run('/usr/bin/bsdtar', [
    '--format',
    'zip',
    '--options',
    'zip:compression=store',
    '-cf',
    loose,
    '-C',
    lab.dir,
    'words.txt',
  ]);
  const result = await again('zip', {}, loose);
  assert.ok((await bytes(result)) < (await bytes(loose)) / 2);
  assert.deepEqual(await members(result), ['words.txt']);
  assert.equal(await memberText(result, 'words.txt'), await text(words));
  await assertStays('zip', result);
  assert.ok(
    (await bytes(await again('zip', { level: '0' }, result))) > (await bytes(result)),
    'level 0 makes the file larger',
  );
});

test('converts a weakly compressed gz to a smaller gz with the same content', async () => {
  const loose = path.join(lab.dir, 'loose.gz');
  const content = Buffer.from('the same words again and again '.repeat(5000));
  await writeFile(loose, gzipSync(content, { level: 1 }));
  const result = await again('gz', {}, loose);
  assert.ok((await bytes(result)) < (await bytes(loose)));
  assert.ok(gunzipSync(await readFile(result)).equals(content));
});

test('writes json on one line or with the requested indentation without changing numbers', async () => {
  const file = path.join(lab.dir, 'loose.json');
  await writeFile(file, '{ "b": 12345678901234567890, "a": [ 1.50, "ü", null ],\n "c": { } }\n');
  const result = await text(await again('json', {}, file));
  assert.match(result, /^\{"b":12345678901234567890,"a":\[1\.50?,"ü",null\],"c":\{\}\}\n?$/);
  assert.match(
    await text(await again('json', { indent: '4' }, file)),
    /^\{\n {4}"b": 12345678901234567890,\n/,
  );
  const least = path.join(lab.dir, 'least.json');
  await writeFile(least, '[1,2]');
  await assertStays('json', least);
});

test('keeps comments when the option `indent` is applied to toml, yaml, json5 and xml', async () => {
  for (const [ext, before, after] of [
    ['toml', '# c\na=[1,\n2]\n', '# c\na = [1,\n    2]\n'],
    ['yaml', '# c\na:\n  - 1 # d\n', '# c\na:\n    - 1 # d\n'],
    ['json5', '{/*c*/a:[1]}', '{ /*c*/\n    a: [\n        1\n    ]\n}\n'],
    ['xml', '<a><!--c--><b>1</b></a>', '<a>\n    <!--c-->\n    <b>1</b>\n</a>\n'],
    [
      'geojson',
      '{"type":"Point","coordinates":[1,2]}',
      '{\n    "type": "Point",\n    "coordinates": [\n        1,\n        2\n    ]\n}\n',
    ],
  ] as const) {
    const file = path.join(lab.dir, `loose.${ext}`);
    await writeFile(file, before);
    assert.equal(await text(await again(ext, { indent: '4' }, file)), after, ext);
  }
});

test('without options, normalizes line endings and white space of configuration and data files', async () => {
  for (const [ext, before, after] of [
    ['ini', '; c\r\n[a]  \r\n\r\n\r\nb = 1\r\n', '; c\n[a]\n\nb = 1\n'],
    ['properties', '# c\r\n  a=1\r\n', '# c\na=1\n'],
    ['po', '#~ msgid "x"\r\n\r\nmsgid ""\r\nmsgstr "a"\r\n', '#~ msgid "x"\n\nmsgid ""\nmsgstr "a"\n'],
    ['ndjson', '{"a": 1.50}\r\n[ ]\r\n', '{"a":1.50}\n[]\n'],
    ['kml', '<kml>\n <!--c-->\n</kml>\n', '<kml><!--c--></kml>\n'],
  ] as const) {
    const file = path.join(lab.dir, `crlf.${ext}`);
    await writeFile(file, before);
    assert.equal(await text(await again(ext, {}, file)), after, ext);
  }
});

test('converts documents such as md and tex to UTF-8 with line feeds, and changes nothing else', async () => {
  for (const [ext, content] of [
    ['txt', 'a  \n\n\n  é\f\nlast'],
    ['md', '---\nb: [1]\n---\n<!-- é -->\nhard  \n* x\n\n[r]: http://example.com\n'],
    ['rst', '.. toctree::\n   :hidden:\n\n   é\n\n.. a comment\n'],
    ['org', '#+TODO: A B\n* A é\n:PROPERTIES:\n:ID: 1\n:END:\n'],
    ['adoc', ':a: é\n// a comment\ninclude::b.adoc[]\n'],
    ['tex', '\\documentclass{x} % é\n\\begin{document}\\own{a}\\end{document}\n'],
  ] as const) {
    const file = path.join(lab.dir, `crlf.${ext}`);
    await writeFile(file, `\uFEFF${content.replaceAll('\n', '\r\n')}`);
    assert.equal(await text(await again(ext, {}, file)), content, ext);
    await assertStays(ext, await again(ext, {}, file));
  }
  const latin = path.join(lab.dir, 'latin.txt');
  await writeFile(latin, Buffer.from('caf\xe9\r\n', 'latin1'));
  assert.equal(await text(await again('txt', { encoding: 'windows-1252' }, latin)), 'café\n');
});

test('on request, adds a table of contents to Markdown, omits the pictures, or extracts the pictures', async () => {
  const file = path.join(lab.dir, 'pictured.md');
  const picture = (await readFile(await lab.samples.get('png'))).toString('base64');
  await writeFile(file, `# First\n\nSeen ![a view](data:image/png;base64,${picture})\n\n# Second\n`);
  await assertStays('md', file);
  assert.match(await text(await again('md', { toc: 'true' }, file)), /^- First\n- Second\n\n# First\n/);
  assert.doesNotMatch(await text(await again('md', { images: 'none' }, file)), /data:|!\[/);
  const [, ...pictures] = await members(await again('md', { images: 'files' }, file));
  assert.deepEqual(pictures, ['images/image-1.png']);
});

test('rewrites a csv with the requested delimiter', async () => {
  const file = path.join(lab.dir, 'table.csv');
  await writeFile(file, 'a,b\r\n007,"x;y"\r\n');
  assert.equal(await text(await again('csv', { delimiter: 'semicolon' }, file)), 'a;b\r\n007;"x;y"\r\n');
});

test('the option `subset` removes all unrequested characters from a font', async () => {
  for (const ext of ['ttf', 'woff2']) {
    const file = await lab.samples.get(ext);
    assert.ok((await bytes(await again(ext, {}))) <= (await bytes(file)));
    assert.ok((await bytes(await again(ext, { subset: 'U+41' }))) < (await bytes(file)));
  }
});

test('refuses an invalid compression level for a zip', async () => {
  const { status, error } = await lab.send(await lab.samples.get('zip'), 'zip', 'zip', { level: '12' });
  assert.deepEqual([status, error.details?.['field']], [400, 'level']);
});
