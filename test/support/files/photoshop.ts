/** Builds Photoshop files of 16 × 8 pixels without layers. */
import { deflateSync } from 'node:zlib';

const [width, height] = [16, 8];

interface Variant {
  version?: 1 | 2;
  /** Colour mode: 3 for RGB, 7 for multichannel, 9 for CIELAB. */
  mode: number;
  depth: 8 | 16 | 32;
  /** Compression method: 0 for no compression, 2 for zip. */
  compression?: 0 | 2;
  /** A value from 0 to 255 for each channel. */
  channels: readonly number[];
}

/** Returns a picture in one colour. Version 1 of the format is PSD, and version 2 is PSB. */
export function photoshopFile({ version = 1, mode, depth, compression = 0, channels }: Variant): Buffer {
  const header = Buffer.alloc(26);
  header.write('8BPS', 'latin1');
  header.writeUInt16BE(version, 4);
  header.writeUInt16BE(channels.length, 12);
  header.writeUInt32BE(height, 14);
  header.writeUInt32BE(width, 18);
  header.writeUInt16BE(depth, 22);
  header.writeUInt16BE(mode, 24);
  const planes = Buffer.concat(
    channels.flatMap((value) => Array<Buffer>(width * height).fill(sample(value, depth))),
  );
  // The palette, the resources and the layers are empty.
  const empty = Buffer.alloc(4 + 4 + (version === 1 ? 4 : 8));
  const pixels = compression === 0 ? planes : deflateSync(planes);
  return Buffer.concat([header, empty, Buffer.from([0, compression]), pixels]);
}

function sample(value: number, depth: 8 | 16 | 32): Buffer {
  const bytes = Buffer.alloc(depth / 8);
  if (depth === 8) bytes[0] = value;
  else if (depth === 16) bytes.writeUInt16BE(value * 257);
  else bytes.writeFloatBE(value / 255);
  return bytes;
}
