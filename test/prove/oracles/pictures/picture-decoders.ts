/**
 * Decoders for QOI and XPM. The oracle needs separate decoders, because only the tool that writes QOI and XPM reads
 * both formats completely.
 */
import type { Picture } from '../../../samples/pictures/picture.ts';

/** Decodes a Quite OK Image (QOI). */
export function qoi(bytes: Buffer): Picture {
  if (bytes.toString('latin1', 0, 4) !== 'qoif') throw new Error('not a QOI file');
  const [width, height] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)];
  const pixels = Buffer.alloc(width * height * 4);
  const seen = Buffer.alloc(64 * 4);
  const now = [0, 0, 0, 255];
  let at = 14;
  const next = () => bytes.readUInt8(at++);
  const shift = (channel: number, by: number) => {
    now[channel] = ((now[channel] ?? 0) + by) & 255;
  };
  for (let to = 0; to < pixels.length;) {
    const tag = next();
    let repeat = 1;
    if (tag >= 0xfe) {
      for (let channel = 0; channel < (tag === 0xff ? 4 : 3); channel += 1) now[channel] = next();
    } else if (tag >> 6 === 0) {
      now.splice(0, 4, ...seen.subarray(tag * 4, tag * 4 + 4));
    } else if (tag >> 6 === 1) {
      for (const [channel, bits] of [4, 2, 0].entries()) shift(channel, ((tag >> bits) & 3) - 2);
    } else if (tag >> 6 === 2) {
      const green = (tag & 63) - 32;
      const others = next();
      shift(0, green - 8 + (others >> 4));
      shift(1, green);
      shift(2, green - 8 + (others & 15));
    } else {
      repeat = (tag & 63) + 1;
    }
    const [red = 0, green = 0, blue = 0, alpha = 0] = now;
    seen.set(now, ((red * 3 + green * 5 + blue * 7 + alpha * 11) % 64) * 4);
    for (; repeat > 0; repeat -= 1, to += 4) pixels.set(now, to);
  }
  return { width, height, pixels };
}

/**
 * Decodes an X pixmap (XPM). Supports colours with 1 to 4 hexadecimal digits per channel, and X11's names for greys.
 */
export function xpm(text: string): Picture {
  const [header = '', ...lines] = [...text.matchAll(/^"(.*?)"/gm)].map(([, line = '']) => line);
  const [width = 0, height = 0, count = 0, letters = 1] = header.trim().split(/\s+/).map(Number);
  const table = new Map(
    lines.slice(0, count).map((line) => [line.slice(0, letters), colour(line.slice(letters))] as const),
  );
  const pixels = lines.slice(count, count + height).flatMap((line) =>
    Array.from({ length: width }, (_, x) => {
      const found = table.get(line.slice(x * letters, (x + 1) * letters));
      if (!found) throw new Error(`undefined colour in ${line}`);
      return found;
    }),
  );
  if (pixels.length !== width * height)
    throw new Error(`${pixels.length} pixels instead of ${width}×${height}`);
  return { width, height, pixels: Buffer.from(pixels.flat()) };
}

const names: Readonly<Record<string, number>> = {
  black: 0,
  white: 255,
  gray: 190,
  grey: 190,
  lightgray: 211,
  lightgrey: 211,
};

function colour(entry: string): number[] {
  const value = /\bc\s+(\S+)/.exec(entry)?.[1] ?? '';
  if (value.toLowerCase() === 'none') return [0, 0, 0, 0];
  const digits = /^#([0-9a-f]+)$/i.exec(value)?.[1];
  if (digits) {
    const each = digits.length / 3;
    const most = 16 ** each - 1;
    return [0, 1, 2]
      .map((n) => (parseInt(digits.slice(n * each, (n + 1) * each), 16) / most) * 255)
      .concat(255);
  }
  const percent = /^gr[ae]y(\d+)$/i.exec(value)?.[1];
  const grey = percent === undefined ? names[value.toLowerCase()] : Math.round(Number(percent) * 2.55);
  if (grey === undefined) throw new Error(`unknown colour name ${value}`);
  return [grey, grey, grey, 255];
}
