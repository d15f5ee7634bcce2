/**
 * Defines the picture in all image samples: a grid of blocks with known colours. The last block of the grid is
 * transparent.
 */

export interface Picture {
  width: number;
  height: number;
  /** RGBA, 8 bits per channel, row by row. */
  pixels: Buffer;
}

export const blockSize = 16;

/**
 * The colours of the blocks, which form 3 rows of 4. The last block is fully transparent, or white in formats without
 * transparency.
 */
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

/**
 * Animated samples: the number of frames, the duration of a frame in milliseconds, and how often the animation plays.
 */
export const frames = { count: 3, milliseconds: 500, plays: 3 } as const;

/** Formats with animated samples. */
export const movingSamples: readonly string[] = ['gif', 'apng', 'webp'];

/** The number of pages in samples of paged formats. */
export const pageCount = 2;

/**
 * Returns the colour of block `n` in picture number `turn`. `n` and `turn` start at 0. Animated and paged samples
 * consist of several pictures. From picture to picture, the colours move by one block.
 */
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
