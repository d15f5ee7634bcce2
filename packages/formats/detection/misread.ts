/** Detects content that engines convert without an error, but to a wrong or empty result. */
import { open } from 'node:fs/promises';
import { findDynamicForm } from './dynamic-form.ts';

const searchedBytes = 1024 * 1024;

/** Colour mode of Photoshop files in which each channel is a printing ink of any colour. */
const multichannel = 7;
/**
 * Values of the compression field that mean zip compression. No engine decodes the merged picture of a
 * Photoshop file if it is compressed with zip.
 */
const zipped = [2, 3];

/** Returns the name of the unsupported feature, or undefined. `file` is the path of a file of the format `ext`. */
export async function findMisread(file: string, ext: string): Promise<string | undefined> {
  if (ext !== 'pdf' && ext !== 'psd' && ext !== 'psb') return undefined;
  await using handle = await open(file);
  const { size } = await handle.stat();
  const read = async (position: number, length: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, length)), { position });
    return buffer.subarray(0, bytesRead);
  };
  if (ext !== 'pdf') return await featureOfPhotoshop(read, ext === 'psd' ? 4 : 8);
  const head = await read(0, searchedBytes);
  const tail = size > searchedBytes ? await read(size - searchedBytes, searchedBytes) : Buffer.alloc(0);
  return (await findDynamicForm([head, tail])) ? 'dynamic XFA form' : undefined;
}

/**
 * Returns the unsupported feature of a Photoshop file. `long` is the size in bytes of the field that contains
 * the length of the layer section.
 */
async function featureOfPhotoshop(
  read: (position: number, length: number) => Promise<Buffer>,
  long: 4 | 8,
): Promise<string | undefined> {
  const header = await read(0, 26);
  if (header.length < 26) return undefined;
  if (header.readUInt16BE(24) === multichannel) return 'Photoshop multichannel colours';
  let at = 26;
  // The palette, the resources and the layers precede the merged picture.
  for (const bytes of [4, 4, long] as const) {
    const length = await read(at, bytes);
    if (length.length < bytes) return undefined;
    at += bytes + (bytes === 4 ? length.readUInt32BE() : Number(length.readBigUInt64BE()));
    if (!Number.isSafeInteger(at)) return undefined;
  }
  const compression = await read(at, 2);
  const isZipped = compression.length === 2 && zipped.includes(compression.readUInt16BE());
  return isZipped ? 'Photoshop zip compression' : undefined;
}
