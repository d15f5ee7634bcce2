import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containers } from './detection/containers.ts';
import { categories, traits } from './format.ts';
import { format, formatNamed, formatOfFileName, formats, stemOf } from './index.ts';
import { headBytes } from './detection/magic.ts';

test('every row of the format table is well-formed', () => {
  for (const {
    ext,
    name,
    category,
    mime,
    holds,
    magic = [],
    magicOptional,
    inside,
    aliases = [],
  } of formats) {
    for (const word of [ext, ...aliases])
      assert.match(word, /^[a-z0-9][a-z0-9+_-]*(\.[a-z0-9]+)*$/, `${ext}: ${word}`);
    assert.match(name, /^\S.*\S$/, ext);
    assert.ok(categories.includes(category), ext);
    assert.match(mime, /^[a-z]+\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*$/, ext);
    assert.equal(new Set(holds).size, holds.length, `${ext} holds a trait twice`);
    for (const trait of holds) assert.ok(Object.hasOwn(traits, trait), `${ext}: ${trait}`);
    for (const { hex, at = 0 } of magic) {
      assert.match(hex.replaceAll(' ', ''), /^(?:[\da-f]{2}|\.\.)+$/, `${ext}: ${hex}`);
      assert.match(hex, /[\da-f]{2}/, `${ext}: a signature without a fixed byte`);
      assert.ok(at + hex.length / 2 <= headBytes, `${ext}: ${hex} lies beyond the bytes that are read`);
    }
    assert.ok(!magicOptional || magic.length > 0, `${ext}: an optional signature without a signature`);
    assert.ok(!inside || Object.hasOwn(containers, inside.container), ext);
  }
});

test('every name and alias belongs to only one format', () => {
  const taken = new Map<string, string>();
  for (const { ext, aliases = [] } of formats) {
    for (const name of [ext, ...aliases]) {
      assert.equal(taken.get(name), undefined, `${name} is both ${ext} and ${taken.get(name)}`);
      taken.set(name, ext);
    }
  }
});

test('every entry of sharedNames is also a name of another format', () => {
  for (const { ext, sharedNames = [] } of formats)
    for (const name of sharedNames)
      assert.notEqual(formatNamed(name)?.ext ?? ext, ext, `${name} of ${ext} is no other format's name`);
});

test('every category contains at least one format', () => {
  for (const category of categories) {
    assert.ok(
      formats.some((row) => row.category === category),
      category,
    );
  }
});

test('finds a format by its name or alias, ignoring case and a leading dot', () => {
  for (const name of ['jpg', 'JPG', '.jpg', ' jpeg ', '.JPEG'])
    assert.equal(formatNamed(name)?.ext, 'jpg', name);
  const spellings = {
    yml: 'yaml',
    htm: 'html',
    tif: 'tiff',
    tgz: 'tar.gz',
    mpeg: 'mpg',
    jsonl: 'ndjson',
    markdown: 'md',
  };
  for (const [alias, ext] of Object.entries(spellings)) assert.equal(formatNamed(alias)?.ext, ext, alias);
  for (const nothing of ['', '.', 'no-such-format', '__proto__', 'constructor', 'a.jpg']) {
    assert.equal(formatNamed(nothing), undefined, nothing);
  }
  assert.throws(() => format('no-such-format'), /unknown format: no-such-format/);
});

test('finds every format by each of its names', () => {
  for (const row of formats) {
    for (const name of [row.ext, ...(row.aliases ?? [])]) {
      assert.equal(formatNamed(name), row);
      assert.equal(formatOfFileName(`file.${name.toUpperCase()}`), row);
      assert.equal(stemOf(`file.${name}`), 'file');
    }
  }
});

test('derives the format from the longest known suffix of a file name', () => {
  const cases: readonly [fileName: string, ext: string | undefined, stem: string][] = [
    ['photo.JPG', 'jpg', 'photo'],
    ['backup.tar.gz', 'tar.gz', 'backup'],
    ['backup.TAR.GZ', 'tar.gz', 'backup'],
    ['backup.2024.tar.gz', 'tar.gz', 'backup.2024'],
    ['list.json.gz', 'gz', 'list.json'],
    ['a.b.c.png', 'png', 'a.b.c'],
    ['notes', undefined, 'notes'],
    ['notes.', undefined, 'notes'],
    ['notes.unheard-of', undefined, 'notes'],
    ['.png', 'png', ''],
    ['png', undefined, 'png'],
    ['', undefined, ''],
  ];
  for (const [fileName, ext, stem] of cases) {
    assert.equal(formatOfFileName(fileName)?.ext, ext, fileName);
    assert.equal(stemOf(fileName), stem, fileName);
  }
});
