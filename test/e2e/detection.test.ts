/** What a file is by its content alone, asked of the server: every format that has a signature, by its sample. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { formats } from '@protean/formats';
import { makers, Samples } from '../samples/samples.ts';
import { post, startService, type Answer } from '../support/service.ts';

const service = await startService();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-detection-'));
const samples = new Samples(dir);

after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

/** By what they are taken for without a name: formats that differ from it in their name only, or not in their beginning. */
const alike: Readonly<Record<string, readonly string[]>> = {
  // A camera's own kinds of TIFF, of which only one says so.
  tiff: 'nef nrw arw sr2 pef srw 3fr fff iiq erf mef kdc dcr'.split(' '),
  ppm: ['pnm'],
  mpg: ['vob'],
  m4a: ['m4r'],
  // A tag of ID3 says nothing of what comes behind it.
  mp3: ['aac'],
  // Templates, shows and what may hold macros: the same but for a word in a packed list.
  docx: ['docm', 'dotx'],
  doc: ['dot'],
  pptx: ['pptm', 'ppsx', 'potx'],
  ppt: ['pps', 'pot'],
  xlsx: ['xlsm', 'xltx'],
  xls: ['xlt'],
  mobi: ['azw3'],
  // Illustrator's drawings are PDFs.
  pdf: ['ai'],
  // Archives of no kind of file but what many hold, and what is packed in a stream.
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

/** Valid without the mark that others of their kind carry, as our samples of them are. */
const unmarked = ['cbor', 'arrow'];

const signed = formats.filter(
  ({ ext, magic, inside }) => (magic || inside) && ext in makers && !unmarked.includes(ext),
);

/** Asked for what nothing can become, the server says what it takes the file for. */
async function answerTo(ext: string, name: string): Promise<Answer> {
  const content = new File([new Uint8Array(await readFile(await samples.get(ext)))], name);
  return post(`${service.url}/api/convert`, [
    ['file', content],
    ['target', 'nothing-of-the-kind'],
  ]);
}

describe('without a name in the upload', () => {
  for (const { ext } of signed)
    test(`${ext} is known by its content`, async () => {
      const { error } = await answerTo(ext, 'upload');
      assert.equal(error.details?.['source'], takenFor.get(ext) ?? ext, error.message);
    });
});

/** Texts as our samples of them are: what a text looks like is never held against its name. */
const texts = ['plist', 'dxf'];
const binary = signed.filter(({ ext }) => !texts.includes(ext));

describe('under the name of something else', () => {
  for (const { ext, category } of binary)
    test(`${ext} is refused, saying what it is`, async () => {
      const { status, error } = await answerTo(ext, category === 'image' ? 'upload.mp3' : 'upload.png');
      assert.equal(status, 400);
      assert.equal(error.details?.['reason'], 'content_mismatch', error.message);
      assert.equal(error.details['detected'], takenFor.get(ext) ?? ext);
    });
});
