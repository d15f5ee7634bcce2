/** What a file is by its content alone, asked of the server: every format that has a signature, by its sample. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { formats } from '../../packages/server/src/formats/formats.ts';
import { makers, Samples } from '../samples/samples.ts';
import { post, startService, type Answer } from './service.ts';

const service = await startService();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-detection-'));
const samples = new Samples(dir);

after(async () => {
  await service.close();
  await rm(dir, { recursive: true });
});

/** Formats that begin as another does; without a name they are taken for that one, which is the likelier or the safer. */
const takenFor: Readonly<Record<string, string>> = {};

const signed = formats.filter(({ ext, magic, inside }) => (magic || inside) && ext in makers);

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
      assert.equal(error.details?.['source'], takenFor[ext] ?? ext, error.message);
    });
});

describe('under the name of something else', () => {
  for (const { ext, category } of signed)
    test(`${ext} is refused, saying what it is`, async () => {
      const { status, error } = await answerTo(ext, category === 'image' ? 'upload.mp3' : 'upload.png');
      assert.equal(status, 400);
      assert.equal(error.details?.['reason'], 'content_mismatch', error.message);
      assert.equal(error.details['detected'], takenFor[ext] ?? ext);
    });
});
