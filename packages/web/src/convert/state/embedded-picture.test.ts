import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { embeddedPicture } from './embedded-picture.ts';

interface Part {
  name: string;
  content: Uint8Array;
  method?: 'stored' | 'deflated';
  /** Size that the zip declares for the part. By default, the zip declares the actual size. */
  declared?: number;
}

/** Returns a zip with the given parts (APPNOTE 4.3). */
function zip(parts: readonly Part[], comment = ''): Blob {
  const files: Buffer<ArrayBuffer>[] = [];
  const directory: Buffer<ArrayBuffer>[] = [];
  let at = 0;
  for (const { name, content, method = 'deflated', declared = content.length } of parts) {
    const data = method === 'stored' ? content : deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(method === 'stored' ? 0 : 8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(declared, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]));
    files.push(file);
    at += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return new Blob([...files, list, end, comment]);
}

const text = (words: string) => new TextEncoder().encode(words);
const picture = text('a picture, a picture, a picture');

async function found(file: Blob, isAlbum = false): Promise<[type: string, content: string] | undefined> {
  const blob = await embeddedPicture(file, { isAlbum });
  return blob && [blob.type, await blob.text()];
}

describe('finds the preview image of a document', () => {
  const rows = [
    ['Thumbnails/thumbnail.png', 'image/png'],
    ['docProps/thumbnail.jpeg', 'image/jpeg'],
    ['QuickLook/Thumbnail.jpg', 'image/jpeg'],
    ['OEBPS/images/Cover.jpg', 'image/jpeg'],
  ] as const;
  for (const [name, type] of rows) {
    for (const method of ['stored', 'deflated'] as const) {
      test(`finds the preview image ${name} (${method}) in a document`, async () => {
        const file = zip([
          { name: 'content.xml', content: text('<a/>') },
          { name: 'word/media/image1.png', content: text('another') },
          { name, content: picture, method },
        ]);
        assert.deepEqual(await found(file), [type, 'a picture, a picture, a picture']);
      });
    }
  }
});

test('finds the preview image in a zip that ends with a long comment', async () => {
  const file = zip([{ name: 'Thumbnails/thumbnail.png', content: picture }], 'x'.repeat(60_000));
  assert.equal((await found(file))?.[0], 'image/png');
});

test('for an album, returns the picture with the lowest number in its name', async () => {
  const pages = ['10.png', '2.png', '1.txt'].map((name) => ({ name, content: text(name) }));
  assert.deepEqual(await found(zip(pages), true), ['image/png', '2.png']);
  assert.equal(await found(zip(pages)), undefined);
});

test('ignores a preview image above the size limit, even if the zip declares a smaller size', async () => {
  const content = new Uint8Array(5 * 1024 * 1024);
  for (const declared of [content.length, 100])
    assert.equal(await found(zip([{ name: 'Thumbnails/thumbnail.png', content, declared }])), undefined);
});

test('finds no preview image in a truncated zip or in a file that is not a zip', async () => {
  assert.equal(await found(new Blob([])), undefined);
  assert.equal(await found(new Blob(['plain words'])), undefined);
  const file = zip([{ name: 'Thumbnails/thumbnail.png', content: picture }]);
  assert.equal(await found(file.slice(0, file.size - 30)), undefined);
});
