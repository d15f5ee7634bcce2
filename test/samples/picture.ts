/** The picture every image sample shows: a grid of known colours, its last block transparent. */

export interface Picture {
  width: number;
  height: number;
  /** RGBA, 8 bits a channel, row by row. */
  pixels: Buffer;
}

export const blockSize = 16;

/** Four columns, three rows. The last is fully transparent (shown as white where there is no transparency). */
export const blocks: readonly (readonly [number, number, number, number])[] = [
  [230, 30, 30, 255],
  [30, 200, 40, 255],
  [30, 60, 220, 255],
  [240, 220, 30, 255],
  [20, 200, 210, 255],
  [210, 40, 200, 255],
  [0, 0, 0, 255],
  [128, 128, 128, 255],
  [250, 140, 20, 255],
  [90, 40, 140, 255],
  [255, 255, 255, 255],
  [255, 255, 255, 0],
];

export const columns = 4;

/** How many pictures the samples of moving formats hold, how long each is shown, milliseconds, and how often all are. */
export const frames = { count: 3, milliseconds: 500, plays: 3 } as const;

/** The formats whose samples move. */
export const movingSamples: readonly string[] = ['gif', 'apng', 'webp'];

/** How many pages the samples of paged formats hold. */
export const pageCount = 2;

/** The colour of block `n` in the picture that comes `turn` pictures after the first: all move up by one each time. */
export function blockAt(n: number, turn = 0): readonly [number, number, number, number] {
  return blocks[(n + turn) % blocks.length] ?? [0, 0, 0, 0];
}

export function picture(turn = 0): Picture {
  const width = columns * blockSize;
  const height = (blocks.length / columns) * blockSize;
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const n = Math.floor(y / blockSize) * columns + Math.floor(x / blockSize);
      pixels.set(blockAt(n, turn), (y * width + x) * 4);
    }
  }
  return { width, height, pixels };
}
