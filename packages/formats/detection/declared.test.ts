/** Tests that the declared format is compared with the content before a conversion, and after a failed conversion. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { excludes, looksLikeAnother, type Detection } from './detect.ts';
import { detect } from './detect-file.ts';
import { format } from '../index.ts';
import { bytes, isoMedia, latin1, riff, zip } from '../fixtures.ts';

let dir = '';
before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'protean-declared-'));
});
after(() => rm(dir, { recursive: true, force: true }));

async function detected(content: Buffer): Promise<Detection> {
  const file = path.join(dir, 'file');
  await writeFile(file, content);
  return detect(file);
}

const png = bytes('89504e470d0a1a0a');
const word = zip(['[Content_Types].xml'], ['word/document.xml']);

test('rejects a declared format only if the file lacks the mandatory signature of the format', async () => {
  const refused: [content: Buffer, declared: string[]][] = [
    [png, ['jpg', 'tiff', 'webp', 'avif', 'pdf', 'zip', 'docx', 'mp4']],
    [riff('WEBP'), ['tiff', 'png', 'jpg']],
    [word, ['png', 'doc', '7z']],
    [isoMedia('isom'), ['webm', 'avi']],
  ];
  for (const [content, declared] of refused) {
    const detection = await detected(content);
    for (const ext of declared) assert.equal(excludes(format(ext), detection), true, ext);
  }
  const accepted: [content: Buffer, declared: string[]][] = [
    [png, ['png', 'apng', 'tga', 'csv', 'txt']],
    [word, ['docx', 'docm', 'dotx', 'zip', 'cbz', 'epub']],
    [isoMedia('isom'), ['mp4', 'mov', 'm4v', '3gp', 'm4a']],
    [latin1('OTTO,Anna\n1,2\n'), ['csv', 'tsv', 'txt']],
    [latin1('<?xml version="1.0"?><html/>'), ['xml', 'html', 'xhtml', 'svg']],
    [Buffer.concat([png, word]), ['png', 'zip', 'docx', 'cbz']],
  ];
  for (const [content, declared] of accepted) {
    const detection = await detected(content);
    for (const ext of declared) assert.equal(excludes(format(ext), detection), false, ext);
  }
});

test('returns the actual format of an undamaged file if the declared format is wrong', async () => {
  const rows: [content: Buffer, source: string, found: string | undefined][] = [
    [zip(['notes.txt', 'x']), 'docx', 'zip'],
    [zip(['notes.txt', 'x']), 'zip', undefined],
    [zip(['notes.txt', 'x']).subarray(0, 40), 'docx', undefined],
    [word, 'zip', 'docx'],
    [word, 'docm', undefined],
    [word, 'epub', 'docx'],
    [png, 'png', undefined],
    [latin1('OTTO,Anna\n1,2\n'), 'json', undefined],
  ];
  for (const [content, source, found] of rows)
    assert.equal(looksLikeAnother(format(source), await detected(content))?.ext, found, source);
});
