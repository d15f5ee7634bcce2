import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { contradicts, formatByName, type Detection } from './detect.ts';
import { detect } from './detect-file.ts';
import type { Format } from '../format.ts';
import { format, formats } from '../index.ts';
import { bytes, isoMedia, latin1, ogg, ole, riff, tar, zip } from '../fixtures.ts';

let dir = '';
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-detect-'));
});
after(() => rm(dir, { recursive: true, force: true }));

async function detected(content: string | Buffer): Promise<Detection> {
  const file = path.join(dir, 'file');
  await writeFile(file, content);
  return detect(file);
}

const identified: readonly [what: string, content: Buffer, ext: string][] = [
  ['PNG', bytes('89504e470d0a1a0a'), 'png'],
  ['JPEG', bytes('ffd8ffe0'), 'jpg'],
  ['GIF', latin1('GIF89a\x01\x00\x01\x00'), 'gif'],
  ['little-endian TIFF', bytes('49492a0008000000'), 'tiff'],
  ['a bitmap of the clipboard', bytes(`28000000020000000200000001001800${'00'.repeat(24)}`), 'bmp'],
  ['MPEG video without a container', bytes('000001b3160120141383'), 'mpg'],
  ['PDF', latin1('%PDF-1.7\n'), 'pdf'],
  ['gzip', bytes('1f8b0800'), 'gz'],
  ['7z', bytes('377abcaf271c0004'), '7z'],
  ['tar, whose signature is at offset 257', tar, 'tar'],
  ['binary property list', latin1('bplist00\xd0\x08'), 'plist'],
  ['WebVTT', Buffer.from('\uFEFFWEBVTT\n\n'), 'vtt'],
  ['WebP', riff('WEBP'), 'webp'],
  ['WAVE', riff('WAVE'), 'wav'],
  ['AVI', riff('AVI '), 'avi'],
  ['Opus in Ogg', ogg('OpusHead'), 'opus'],
  ['Vorbis in Ogg', ogg('\x01vorbis'), 'ogg'],
  ['Theora in Ogg', ogg('\x80theora'), 'ogv'],
  ['MP4', isoMedia('isom', 'isom', 'iso2', 'mp41'), 'mp4'],
  ['M4A with MP4 as a compatible brand', isoMedia('M4A ', 'isom', 'mp42'), 'm4a'],
  ['QuickTime', isoMedia('qt  ', 'qt  '), 'mov'],
  [
    'QuickTime without brands',
    Buffer.concat([Buffer.from('00000020', 'hex'), latin1('moov'), Buffer.alloc(32)]),
    'mov',
  ],
  ['HEIC', isoMedia('heic', 'mif1', 'heic'), 'heic'],
  ['AVIF', isoMedia('avif', 'mif1', 'miaf'), 'avif'],
  [
    'WebM',
    Buffer.concat([
      Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d838101', 'hex'),
      Buffer.alloc(64),
    ]),
    'webm',
  ],
  ['zip', zip(['readme.txt', 'x']), 'zip'],
  ['empty zip', zip(), 'zip'],
  ['DOCX', zip(['[Content_Types].xml'], ['word/document.xml']), 'docx'],
  ['XLSX', zip(['[Content_Types].xml'], ['xl/workbook.xml']), 'xlsx'],
  ['PPTX', zip(['[Content_Types].xml'], ['ppt/presentation.xml']), 'pptx'],
  ['ODT', zip(['mimetype', 'application/vnd.oasis.opendocument.text'], ['content.xml']), 'odt'],
  [
    'ODT master document',
    zip(['mimetype', 'application/vnd.oasis.opendocument.text-master'], ['content.xml']),
    'odt',
  ],
  ['ODS', zip(['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'], ['content.xml']), 'ods'],
  ['EPUB', zip(['mimetype', 'application/epub+zip'], ['META-INF/container.xml']), 'epub'],
  ['Word 97', ole('WordDocument', '1Table'), 'doc'],
  ['Excel 97', ole('Workbook'), 'xls'],
  ['PowerPoint 97', ole('PowerPoint Document'), 'ppt'],
];

for (const [what, content, ext] of identified) {
  test(`detects the format of a file by its content: ${what}`, async () => {
    const detection = await detected(content);
    assert.equal(
      detection.format?.ext,
      ext,
      detection.candidates.map((candidate) => candidate.ext).join(' '),
    );
    assert.equal(detection.certain, true);
    assert.equal(contradicts(format(ext), detection), false);
  });
}

const guesses: readonly [content: string | Buffer, ext: string | undefined][] = [
  ['<!DOCTYPE html><p>', 'html'],
  ['\ufeff<html lang="en">', 'html'],
  ['% books\n@book{key,\n  title = {A}}', 'bib'],
  ['@media print { a { color: red } }', 'txt'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
  ['<?xml version="1.0"?>\n<!-- by hand -->\n<svg/>', 'svg'],
  ['<?xml version="1.0"?><catalog/>', 'xml'],
  ['<?xml version="1.0"?><plist version="1.0"><dict/></plist>', 'plist'],
  ['{"a": 1}', 'json'],
  ['{"a":1}\n{"a":2}\n', 'ndjson'],
  ['Dear Sir or Madam', 'txt'],
  ['1\r\n00:00:01,000 --> 00:00:02,000\r\nHello', 'srt'],
  ['\uFEFF[Script Info]\nScriptType: v4.00+\n[V4+ Styles]', 'ass'],
  ['[Script Info]\nScriptType: v4.00\n[V4 Styles]', 'ssa'],
  ['[ti:Song]\n[ar:Nobody]\n[00:01.00]La', 'lrc'],
  ['0:00:01.000,0:00:02.000\nHello', 'sbv'],
  ['{25}{50}Hello|there', 'sub'],
  ['<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"/>', 'ttml'],
  ['', undefined],
  [Buffer.from('0001020304050607', 'hex'), undefined],
];

test('guesses the format of a text file, and never marks the guess as certain', async () => {
  for (const [content, ext] of guesses) {
    const detection = await detected(content);
    assert.equal(
      detection.format?.ext,
      ext && formats.find((known) => known.ext === ext)?.ext,
      String(content),
    );
    assert.equal(detection.certain, false);
    for (const named of formats) assert.equal(contradicts(named, detection), false);
  }
});

test('rejects a file name if the content has the signature of another format', async () => {
  const png = await detected(bytes('89504e470d0a1a0a'));
  for (const ext of ['jpg', 'pdf', 'zip', 'csv', 'txt', 'mp3'])
    assert.equal(contradicts(format(ext), png), true, ext);
  assert.equal(contradicts(format('png'), png), false);
  const docx = await detected(zip(['[Content_Types].xml'], ['word/document.xml']));
  assert.equal(contradicts(format('xlsx'), docx), true);
  assert.equal(contradicts(format('zip'), docx), false, 'every DOCX is a zip');
});

test('a zip in which no entry identifies a format is compatible with any zip-based format', async () => {
  const bare = await detected(zip(['some/file']));
  for (const known of formats) {
    if (known.inside?.container === 'zip') assert.equal(contradicts(known, bare), false, known.ext);
  }
  assert.equal(contradicts(format('png'), bare), true);
});

const pngHead = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

test('chooses between 2 formats with the same extension by the file content', async () => {
  const cases: readonly [name: string, content: string | Buffer, ext: string][] = [
    ['a.pot', 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n', 'po'],
    ['a.pot', ole('PowerPoint Document'), 'pot'],
    ['a.pot', '', 'pot'],
    ['A.TLZ', latin1('LZIP\x01'), 'tar.lz'],
    ['a.tlz', bytes('5d00008000'), 'tar.lzma'],
    ['a.tar.lzma', latin1('LZIP\x01'), 'tar.lzma'],
    ['a.png', Buffer.concat([pngHead, latin1('\0\0\0\x08acTL')]), 'apng'],
    ['a.png', pngHead, 'png'],
    ['a.apng', pngHead, 'apng'],
  ];
  for (const [name, content, ext] of cases)
    assert.equal(formatByName(name, await detected(content))?.ext, ext, name);
});

test('accepts a template stored as a document, and a document stored as a template', async () => {
  const stored = (type: string) =>
    detected(zip(['mimetype', `application/vnd.oasis.opendocument.${type}`], ['content.xml']));
  for (const [type, ext, name] of [
    ['presentation', 'odp', 'otp'],
    ['text-template', 'ott', 'odt'],
    ['spreadsheet', 'ods', 'ots'],
  ] as const) {
    const detection = await stored(type);
    assert.equal(detection.format?.ext, ext);
    assert.equal(contradicts(format(name), detection), false, name);
    assert.equal(contradicts(format('odg'), detection), true);
  }
});

test('format detection does not throw for damaged files', async () => {
  for (const [, content] of identified) {
    for (const length of [1, 3, 7, 11, 20, 29, 31, content.length - 1])
      await detected(content.subarray(0, length));
    await detected(Buffer.concat([content.subarray(0, 26), Buffer.alloc(content.length, 0xff)]));
  }
});

/**
 * Plain text formats. A plain text file may begin with any of the strings in `beginnings`, although these strings
 * resemble the signatures of other formats.
 */
const textual = ['txt', 'csv', 'tsv', 'ini', 'properties', 'md', 'yaml'];

const beginnings = [
  'BM,weight\n1,2\n',
  'BMI=22\n',
  'P1,P2\n1,2\n',
  'P6 section\n',
  'ID,name\n',
  'ID;P\n',
  'ID3 tags = yes\n',
  'II*\n',
  'MM\n',
  'MZ\n',
  'PK,value\n',
  'RIFF raff\n',
  'FORM letters\n',
  'GIF\n',
  'FWS\n',
  'Rar!\n',
  'OggS\n',
  'From: me\n',
  'AC10\n',
  'SIMPLE = yes\n',
  'true\n',
  'Table 1\n',
  '# Title\n',
  '#!/bin/sh\n',
  'MThd\n',
  'free text that goes on\n',
  'wide text\n',
  'a,bfree,moov\n',
  'skipskip\n',
  '070701\n',
  '!<arch>\n',
  'fLaC\n',
  'MAC address\n',
  'wOFF\n',
  'OTTO,Anna\n',
  'DDS \n',
  '8BPS\n',
  'FLV\n',
  '.snd\n',
  'caff\n',
  'qoif\n',
  'SQLite\n',
  'ITSF\n',
  'LRF\n',
  'BOOKMOBI\n',
  'PAR1,PAR2\n',
  'Obj,1\n',
  '7z\n',
  'BZ,BZh\n',
  'BZh9 street\n',
  ...['LZIP\n', 'MSCF\n', 'xar!\n', 'ISc(\n', '{\\rtf\n', '%!PS\n', 'AT&T\n', 'VERSION\n'],
  ...['WEBVTT\n', '[Script Info]\n'],
];

test('accepts a text file whatever its first word is', async () => {
  const refused: string[] = [];
  for (const text of beginnings) {
    const detection = await detected(`${text}${'some more text, 1, 2, 3\n'.repeat(30)}`);
    const named = textual.map((ext) => format(ext)).filter((one: Format) => contradicts(one, detection));
    if (named.length > 0)
      refused.push(`${JSON.stringify(text)} as ${detection.candidates.map(({ ext }) => ext).join(' ')}`);
  }
  assert.deepEqual(refused, []);
});

test('accepts text files in UTF-16 or Latin-1, or with a byte order mark', async () => {
  const text = 'name,price\nOtto,1\n'.repeat(40);
  for (const content of [
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    Buffer.from(`\ufeff${text}`),
    latin1(`OTTO,K\xe4the\n${text}`),
    latin1(`\xff\xfe\xfa${text}`),
  ]) {
    const detection = await detected(content);
    for (const ext of textual)
      assert.equal(contradicts(format(ext), detection), false, content.toString('latin1', 0, 12));
  }
});

test('distinguishes a mailbox from a letter that begins with From', async () => {
  const box = 'From a@b.example Mon Jan  1 10:00:00 2024\nFrom: a@b.example\nSubject: x\n\nbody\n';
  assert.equal((await detected(box)).format?.ext, 'mbox');
  assert.equal((await detected('From Ada, 1 Jan 2024\n\nDear Bo,\n')).format?.ext, 'txt');
});

test('distinguishes an email message from a letter that begins with From:', async () => {
  const headers =
    'Received: from a by b;\r\n\tThu, 29 Feb 2024\r\nFrom: a@b.example\r\nSubject: x\r\n\r\nbody';
  assert.equal((await detected(headers)).format?.ext, 'eml');
  const saved =
    'From: <Saved by a browser>\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b';
  assert.equal((await detected(saved)).format?.ext, 'mhtml');
  assert.equal((await detected('From: Ada\nTo: Bo\n\nDear Bo,\nMessage-ID: none\n')).format?.ext, 'txt');
});
