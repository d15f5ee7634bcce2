/** The server detects the format of a sample from its content alone, for every format that has a signature. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { formats } from '@protean/formats';
import { makers, Samples } from '../../samples/samples.ts';
import { post, startService, type Answer } from '../../support/server/service.ts';

const service = await startService();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-detection-'));
const samples = new Samples(dir);

after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

/**
 * Maps a format to other formats whose files begin in the same way. If a file of one of these other formats has no file
 * name, the server reports the format that is the key.
 */
const alike: Readonly<Record<string, readonly string[]>> = {
  // Raw formats of cameras, which are kinds of TIFF. Most raw formats have no signature that distinguishes them from
  // TIFF.
  tiff: 'nef nrw arw sr2 pef srw 3fr fff iiq erf mef kdc dcr'.split(' '),
  ppm: ['pnm'],
  mpg: ['vob'],
  m4a: ['m4r'],
  // An ID3 tag does not show which audio format follows.
  mp3: ['aac'],
  // The variants of an Office format differ only inside the file, for example in one word of a compressed list.
  docx: ['docm', 'dotx'],
  doc: ['dot'],
  pptx: ['pptm', 'ppsx', 'potx'],
  ppt: ['pps', 'pot'],
  xlsx: ['xlsm', 'xltx'],
  xls: ['xlt'],
  mobi: ['azw3'],
  // Illustrator drawings are PDFs.
  pdf: ['ai'],
  // Archive formats without a special signature, and formats inside a compressed stream.
  zip: ['htmlz', 'txtz', 'cbz'],
  rar: ['cbr'],
  '7z': ['cb7'],
  tar: ['cbt'],
  gz: ['tar.gz', 'svgz'],
  bz2: ['tar.bz2'],
  xz: ['tar.xz'],
  zst: ['tar.zst'],
  lz4: ['tar.lz4'],
  lz: ['tar.lz'],
  z: ['tar.z'],
};

const takenFor = new Map(
  Object.entries(alike).flatMap(([ext, others]) => others.map((other) => [other, ext])),
);

/** Formats with valid samples that lack the optional signature of the format. */
const unmarked = ['cbor', 'arrow'];

const signed = formats.filter(
  ({ ext, magic, inside }) => (magic || inside) && ext in makers && !unmarked.includes(ext),
);

/** Requests an unknown target, because the error in the response then reports the detected source format. */
async function answerTo(ext: string, name: string): Promise<Answer> {
  const content = new File([new Uint8Array(await readFile(await samples.get(ext)))], name);
  return post(`${service.url}/api/convert`, [
    ['file', content],
    ['target', 'nothing-of-the-kind'],
  ]);
}

describe('detects the format of an upload without a name', () => {
  for (const { ext } of signed)
    test(`detects a ${ext} file by its content`, async () => {
      const { error } = await answerTo(ext, 'upload');
      assert.equal(error.details?.['source'], takenFor.get(ext) ?? ext, error.message);
    });
});

/** Formats for which our samples are plain text, which never contradicts a file name. */
const texts = ['plist', 'dxf'];
const binary = signed.filter(({ ext }) => !texts.includes(ext));

describe('detects the format of an upload with a wrong extension', () => {
  for (const { ext, category } of binary)
    test(`refuses a ${ext} file with a wrong extension, and reports the detected format`, async () => {
      const { status, error } = await answerTo(ext, category === 'image' ? 'upload.mp3' : 'upload.png');
      assert.equal(status, 400);
      assert.equal(error.details?.['reason'], 'content_mismatch', error.message);
      assert.equal(error.details['detected'], takenFor.get(ext) ?? ext);
    });
});
