/**
 * Builds pictures that few programs can read: a TIFF with old-style JPEG compression, a DDS with DXT4 compression, a
 * TIFF with 14-bit gray pixels, and a BMP with a palette of more colours than 8-bit pixels can address. Writes the
 * bytes of each picture directly, without an encoder.
 */

const width = 64;
const height = 48;

/**
 * Returns a TIFF with compression 6 (old-style JPEG) that contains `jpeg` unchanged. `jpeg` must have 64 × 48 pixels
 * and no chroma subsampling.
 */
export function oldJpegTiff(jpeg: Buffer): Buffer {
  const entries = 12;
  const bits = 8 + 2 + entries * 12 + 4;
  const data = bits + 6;
  const rows: readonly (readonly [tag: number, type: 3 | 4, count: number, value: number])[] = [
    ...([
      [256, 4, 1, width],
      [257, 4, 1, height],
      [258, 3, 3, bits],
      [259, 3, 1, 6],
      [262, 3, 1, 6],
    ] as const),
    ...([
      [273, 4, 1, data],
      [277, 3, 1, 3],
      [278, 4, 1, height],
      [279, 4, 1, jpeg.length],
    ] as const),
    ...([
      [513, 4, 1, data],
      [514, 4, 1, jpeg.length],
      [530, 3, 2, 0x0001_0001],
    ] as const),
  ];
  const head = Buffer.alloc(data);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries, 8);
  for (const [n, [tag, type, count, value]] of rows.entries()) {
    const at = 10 + n * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  }
  for (const n of [0, 1, 2]) head.writeUInt16LE(8, bits + 2 * n);
  return Buffer.concat([head, jpeg]);
}

/** Returns a DDS file of 64 × 48 opaque blue pixels with DXT4 compression. */
export function blueDxt4(): Buffer {
  const head = Buffer.alloc(128);
  head.write('DDS ', 'latin1');
  for (const [n, value] of [124, 0x81007, height, width, width * height].entries())
    head.writeUInt32LE(value, 4 + 4 * n);
  for (const [at, value] of [
    [76, 32],
    [80, 4],
    [108, 0x1000],
  ] as const)
    head.writeUInt32LE(value, at);
  head.write('DXT4', 84, 'latin1');
  const block = Buffer.from('ffff000000000000' + '1f001f0000000000', 'hex');
  return Buffer.concat([head, ...Array<Buffer>((width / 4) * (height / 4)).fill(block)]);
}

/** Returns a gray-scale TIFF of 64 × 48 white pixels with 14 bits each. */
export function whiteTiffOf14Bits(): Buffer {
  const pixels = Buffer.alloc((width * 14 * height) / 8, 0xff);
  const data = 8 + 2 + 9 * 12 + 4;
  const rows = [
    ...[
      [256, width],
      [257, height],
      [258, 14],
      [259, 1],
      [262, 1],
    ],
    ...[
      [273, data],
      [277, 1],
      [278, height],
      [279, pixels.length],
    ],
  ].map(([tag = 0, value = 0]) => {
    const row = Buffer.alloc(12);
    row.writeUInt16LE(tag);
    row.writeUInt16LE(4, 2);
    row.writeUInt32LE(1, 4);
    row.writeUInt32LE(value, 8);
    return row;
  });
  return Buffer.concat([
    Buffer.from('49492a0008000000', 'hex'),
    Buffer.from([9, 0]),
    ...rows,
    Buffer.alloc(4),
    pixels,
  ]);
}

/** Returns a BMP of 64 × 48 green 8-bit pixels, with a palette of 300 colours. */
export function greenBmpOf300Colours(): Buffer {
  const colours = 300;
  const start = 54 + colours * 4;
  const head = Buffer.alloc(start);
  head.write('BM', 'latin1');
  const size = start + width * height;
  for (const [at, value] of [
    [2, size],
    [10, start],
    [14, 40],
    [18, width],
    [22, height],
    [34, width * height],
    [46, colours],
  ] as const) {
    head.writeUInt32LE(value, at);
  }
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(8, 28);
  for (let at = 54; at < start; at += 4) head.set([0, 255, 0, 0], at);
  return Buffer.concat([head, Buffer.alloc(width * height, 7)]);
}
