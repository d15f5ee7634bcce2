/** Finds metadata chunks of WAV and AIFF files that FFmpeg and TagLib do not read. */
import { closeSync, openSync, readSync } from 'node:fs';

/** Maps chunk names to the names in warnings. A warning lists the names in the order of this table. */
const words: Readonly<Record<string, string>> = {
  iXML: 'iXML',
  axml: 'aXML',
  chna: 'ADM channels',
  cart: 'cart data',
  smpl: 'sampler loops',
  INST: 'sampler loops',
  acid: 'beats and key of a loop',
  MARK: 'markers',
  _PMX: 'XMP',
};

/** Maps the first bytes of a file to whether the chunk lengths in the file are little-endian. */
const littleEndian: Readonly<Record<string, boolean>> = { RIFF: true, RF64: true, FORM: false };

/** Maximum number of inspected chunks. */
const maxChunks = 1000;

/** Offset in the first chunk of RF64 files at which the length of the samples is stored. */
const longLengthAt = 28;

/** Returns the warning texts for the metadata chunks of `path`, or an empty list for other formats. */
export function metadataChunks(path: string): string[] {
  const file = openSync(path, 'r');
  try {
    const head = readAt(file, 0, longLengthAt + 8);
    const isLittle = littleEndian[head.toString('latin1', 0, 4)];
    if (isLittle === undefined || head.length < longLengthAt + 8) return [];
    const found = new Set<string>();
    let at = 12;
    for (let n = 0; n < maxChunks; n += 1) {
      const chunk = readAt(file, at, 8);
      if (chunk.length < 8) break;
      const name = chunk.toString('latin1', 0, 4);
      if (words[name]) found.add(words[name]);
      const length = isLittle ? chunk.readUInt32LE(4) : chunk.readUInt32BE(4);
      const isLong = length === 0xffffffff;
      at += 8 + (isLong ? Number(head.readBigUInt64LE(longLengthAt)) : length);
      at += at % 2;
    }
    return Object.values(words).filter((word, n, all) => found.has(word) && all.indexOf(word) === n);
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}
