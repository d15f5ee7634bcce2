/** Writes image formats that are simple enough to write byte by byte. */
import { blocks, blockSize, columns, type Picture } from './picture.ts';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/**
 * Returns the bytes of all pixels. The parameter `spell` is a function that encodes a pixel. The first row is the top
 * row, or the bottom row if `bottomUp` is set.
 */
function spelled(
  { width, height, pixels }: Picture,
  spell: (pixel: Pixel) => number[],
  bottomUp = false,
): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = bottomUp ? height - 1 - y : y;
    return Array.from({ length: width }, (_, x) => {
      const at = (row * width + x) * 4;
      return spell([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0, pixels[at + 3] ?? 0]);
    }).flat();
  });
  return Buffer.from(rows.flat());
}

const bgr = ([red, green, blue]: Pixel) => [blue, green, red];
const bgra = ([red, green, blue, alpha]: Pixel) => [blue, green, red, alpha];
const rgb = ([red, green, blue]: Pixel) => [red, green, blue];

/** Returns the BT.709 luminance of a colour, from 0 to 255. */
export function lightness([red, green, blue]: readonly number[]): number {
  return Math.round(0.212656 * (red ?? 0) + 0.715158 * (green ?? 0) + 0.072186 * (blue ?? 0));
}

function little(...fields: (readonly [bytes: 1 | 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeIntLE(value | 0, 0, bytes);
      return buffer;
    }),
  );
}

const bitmapHeader = (width: number, height: number, bits: number, size: number) =>
  little(
    [4, 40],
    [4, width],
    [4, height],
    [2, 1],
    [2, bits],
    [4, 0],
    [4, size],
    [4, 2835],
    [4, 2835],
    [4, 0],
    [4, 0],
  );

export function bmp(picture: Picture): Buffer {
  const data = spelled(picture, bgr, true);
  const start = little([1, 0x42], [1, 0x4d], [4, 54 + data.length], [4, 0], [4, 54]);
  return Buffer.concat([start, bitmapHeader(picture.width, picture.height, 24, data.length), data]);
}

/** Returns an icon (`kind` 1) or a cursor (`kind` 2) with two pictures: a small grey picture and the sample picture. */
export function ico(picture: Picture, kind: 1 | 2): Buffer {
  const grey = { width: 16, height: 16, pixels: Buffer.alloc(16 * 16 * 4, 127) };
  const images = [grey, picture].map((one) => {
    const mask = Buffer.alloc(Math.ceil(one.width / 32) * 4 * one.height);
    return Buffer.concat([bitmapHeader(one.width, one.height * 2, 32, 0), spelled(one, bgra, true), mask]);
  });
  let at = 6 + 16 * images.length;
  const entries = [grey, picture].map(({ width, height }, n) => {
    const size = images[n]?.length ?? 0;
    const planes = kind === 1 ? 1 : 0;
    const entry = little(
      [1, width],
      [1, height],
      [1, 0],
      [1, 0],
      [2, planes],
      [2, kind === 1 ? 32 : 0],
      [4, size],
      [4, at],
    );
    at += size;
    return entry;
  });
  return Buffer.concat([little([2, 0], [2, kind], [2, images.length]), ...entries, ...images]);
}

export function tga(picture: Picture): Buffer {
  const { width, height } = picture;
  const header = little(
    [1, 0],
    [1, 0],
    [1, 2],
    [4, 0],
    [1, 0],
    [2, 0],
    [2, 0],
    [2, width],
    [2, height],
    [1, 32],
    [1, 0x28],
  );
  return Buffer.concat([header, spelled(picture, bgra)]);
}

/** Returns an uncompressed DDS with 32 bits per pixel. */
export function dds(picture: Picture): Buffer {
  const header = Buffer.alloc(128);
  header.write('DDS ', 'latin1');
  for (const [at, value] of [
    [4, 124],
    [8, 0x100f],
    [12, picture.height],
    [16, picture.width],
    [20, picture.width * 4],
    [76, 32],
    [80, 0x41],
    [88, 32],
    [92, 0x00ff0000],
    [96, 0x0000ff00],
    [100, 0x000000ff],
    [104, 0xff000000],
    [108, 0x1000],
  ] as const) {
    header.writeUInt32LE(value, at);
  }
  return Buffer.concat([header, spelled(picture, bgra)]);
}

export function miff(picture: Picture): Buffer {
  const lines = [
    'id=ImageMagick  version=1.0',
    'class=DirectClass  alpha-trait=Blend  matte=True',
    `columns=${picture.width}  rows=${picture.height}  depth=8`,
    'colorspace=sRGB',
    'compression=None',
  ];
  const header = Buffer.from(`${lines.join('\n')}\n\f\n:\x1a`, 'latin1');
  return Buffer.concat([header, spelled(picture, ([red, green, blue, alpha]) => [red, green, blue, alpha])]);
}

export function ppm(picture: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P6\n${picture.width} ${picture.height}\n255\n`), spelled(picture, rgb)]);
}

export function pgm(picture: Picture): Buffer {
  const start = Buffer.from(`P5\n${picture.width} ${picture.height}\n255\n`);
  return Buffer.concat([start, spelled(picture, (pixel) => [lightness(pixel)])]);
}

export function pam(picture: Picture): Buffer {
  const header = `P7\nWIDTH ${picture.width}\nHEIGHT ${picture.height}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n`;
  return Buffer.concat([Buffer.from(header), spelled(picture, (pixel) => [...pixel])]);
}

/** Packs 8 pixels into each byte, with one bit per pixel. The width must be a multiple of 8. */
function bits(picture: Picture, bit: (light: boolean) => 0 | 1, firstHighest = true): Buffer {
  const each = spelled(picture, (pixel) => [bit(lightness(pixel) >= 128)]);
  return Buffer.from(
    Array.from({ length: each.length / 8 }, (_, n) => {
      const eight = [...each.subarray(n * 8, n * 8 + 8)];
      return (firstHighest ? eight : eight.reverse()).reduce((byte, one) => byte * 2 + one, 0);
    }),
  );
}

/** Returns a PBM. Set bits are black. */
export function pbm(picture: Picture): Buffer {
  const start = Buffer.from(`P4\n${picture.width} ${picture.height}\n`);
  return Buffer.concat([start, bits(picture, (light) => (light ? 0 : 1))]);
}

/** Returns a WBMP. Set bits are white. */
export function wbmp(picture: Picture): Buffer {
  const start = Buffer.from([0, 0, picture.width, picture.height]);
  return Buffer.concat([start, bits(picture, (light) => (light ? 1 : 0))]);
}

export function xbm(picture: Picture): Buffer {
  const values = [...bits(picture, (light) => (light ? 0 : 1), false)].map(
    (byte) => `0x${byte.toString(16).padStart(2, '0')}`,
  );
  const sizes = `#define sample_width ${picture.width}\n#define sample_height ${picture.height}\n`;
  return Buffer.from(`${sizes}static unsigned char sample_bits[] = {\n  ${values.join(', ')} };\n`);
}

export function xpm(picture: Picture): Buffer {
  const letters = 'abcdefghijkl';
  const colours = blocks.map(([red, green, blue, alpha], n) => {
    const hex = [red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('');
    return `"${letters[n]} c ${alpha === 0 ? 'None' : `#${hex}`}",`;
  });
  const rows = Array.from({ length: picture.height }, (_, y) => {
    const row = Array.from({ length: picture.width }, (_, x) => letters[blockOf(x, y)]).join('');
    return `"${row}"`;
  });
  const header = `"${picture.width} ${picture.height} ${blocks.length} 1",`;
  return Buffer.from(
    `/* XPM */\nstatic char *sample[] = {\n${[header, ...colours].join('\n')}\n${rows.join(',\n')}\n};\n`,
  );
}

const blockOf = (x: number, y: number) => Math.floor(y / blockSize) * columns + Math.floor(x / blockSize);

/**
 * Returns an SVG with one square per block. Omits the square of the transparent block, so that the background is
 * visible in its place.
 */
export function svg(): Buffer {
  const [width, height] = [columns * blockSize, (blocks.length / columns) * blockSize];
  const squares = blocks.flatMap(([red, green, blue, alpha], n) => {
    const [x, y] = [(n % columns) * blockSize, Math.floor(n / columns) * blockSize];
    const place = `x="${x}" y="${y}" width="${blockSize}" height="${blockSize}"`;
    return alpha === 0 ? [] : [`<rect ${place} fill="rgb(${red},${green},${blue})"/>`];
  });
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${squares.join('')}</svg>\n`);
}
