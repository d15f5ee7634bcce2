/** Writes film and linear-light formats: OpenEXR, Radiance and DPX. */
import type { Picture } from './picture.ts';

/** Converts an sRGB value from 0 to 255 to linear light from 0 to 1. */
export function light(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/**
 * Returns an OpenEXR file with uncompressed 32-bit floating-point values. Colours are premultiplied by alpha, as the
 * format requires. `chromaticities` are the x and y coordinates of red, green, blue and white.
 */
export function exr({ width, height, pixels }: Picture, chromaticities: readonly number[] = []): Buffer {
  const box = numbers32(0, 0, width - 1, height - 1);
  const channel = (name: string) => Buffer.concat([Buffer.from(`${name}\0`), numbers32(2, 0, 1, 1)]);
  const header = Buffer.concat([
    Buffer.from('762f310102000000', 'hex'),
    attribute('channels', 'chlist', Buffer.concat([...['A', 'B', 'G', 'R'].map(channel), Buffer.alloc(1)])),
    ...(chromaticities.length > 0
      ? [attribute('chromaticities', 'chromaticities', floats(...chromaticities))]
      : []),
    attribute('compression', 'compression', Buffer.alloc(1)),
    attribute('dataWindow', 'box2i', box),
    attribute('displayWindow', 'box2i', box),
    attribute('lineOrder', 'lineOrder', Buffer.alloc(1)),
    attribute('pixelAspectRatio', 'float', floats(1)),
    attribute('screenWindowCenter', 'v2f', floats(0, 0)),
    attribute('screenWindowWidth', 'float', floats(1)),
    Buffer.alloc(1),
  ]);
  const lines = Array.from({ length: height }, (_, y) => {
    const samples = [3, 2, 1, 0].flatMap((channel) =>
      Array.from({ length: width }, (_, x) => {
        const at = (y * width + x) * 4;
        const alpha = (pixels[at + 3] ?? 0) / 255;
        return channel === 3 ? alpha : light(pixels[at + channel] ?? 0) * alpha;
      }),
    );
    return Buffer.concat([numbers32(y, samples.length * 4), floats(...samples)]);
  });
  const table = Buffer.alloc(height * 8);
  let at = header.length + table.length;
  for (const [y, line] of lines.entries()) {
    table.writeBigUInt64LE(BigInt(at), y * 8);
    at += line.length;
  }
  return Buffer.concat([header, table, ...lines]);
}

function attribute(name: string, type: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0${type}\0`), numbers32(value.length), value]);
}

function numbers32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) buffer.writeInt32LE(value, n * 4);
  return buffer;
}

function floats(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) buffer.writeFloatLE(value, n * 4);
  return buffer;
}

/** Returns a Radiance file with uncompressed pixels. Each pixel has three mantissas and a shared exponent. */
export function hdr({ width, height, pixels }: Picture): Buffer {
  const texts = ['#?RADIANCE', 'FORMAT=32-bit_rle_rgbe', '', `-Y ${height} +X ${width}`, ''].join('\n');
  const packed = Array.from({ length: width * height }, (_, n) => {
    const lights = [...pixels.subarray(n * 4, n * 4 + 3)].map(light);
    const most = Math.max(...lights);
    if (most < 1e-9) return [0, 0, 0, 0];
    const exponent = Math.floor(Math.log2(most)) + 1;
    return [
      ...lights.map((value) => Math.min(255, Math.floor((value / 2 ** exponent) * 256))),
      exponent + 128,
    ];
  });
  return Buffer.concat([Buffer.from(texts), Buffer.from(packed.flat())]);
}

/** Returns a DPX file: a header of 2048 bytes, followed by one image with 8 bits per channel. */
export function dpx({ width, height, pixels }: Picture): Buffer {
  const header = Buffer.alloc(2048, 0xff);
  const data = Buffer.from(pixels.filter((_, n) => n % 4 !== 3));
  header.write('SDPX', 'latin1');
  header.writeUInt32BE(2048, 4);
  header.write('V1.0\0\0\0\0', 8, 'latin1');
  header.writeUInt32BE(header.length + data.length, 16);
  header.writeUInt16BE(0, 768);
  header.writeUInt16BE(1, 770);
  header.writeUInt32BE(width, 772);
  header.writeUInt32BE(height, 776);
  header.writeUInt32BE(0, 780);
  // Declares interleaved RGB, a user-defined transfer function and 8 bits per channel.
  header.set([50, 0, 0, 8], 800);
  header.writeUInt16BE(0, 804);
  header.writeUInt16BE(0, 806);
  header.writeUInt32BE(2048, 808);
  header.writeUInt32BE(0, 812);
  header.writeUInt32BE(0, 816);
  return Buffer.concat([header, data]);
}
