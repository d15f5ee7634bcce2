/** Puts screenshots side by side into one picture. */
import sharp from 'sharp';

const gap = 24;
const ground = '#808080';

/**
 * Writes a picture to `sheet` that shows the pictures `files` side by side. Each picture is scaled down to at most
 * `width` pixels, and then cropped to at most `height` pixels.
 */
export async function writeSheet(
  files: readonly string[],
  sheet: string,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const pictures = await Promise.all(
    files.map(async (file) => {
      const { width: own } = await sharp(file).metadata();
      const scaled = await sharp(file)
        .resize({ width: Math.min(width, own) })
        .png()
        .toBuffer({ resolveWithObject: true });
      const shown = Math.min(height, scaled.info.height);
      return {
        width: scaled.info.width,
        height: shown,
        input: await sharp(scaled.data)
          .extract({ left: 0, top: 0, width: scaled.info.width, height: shown })
          .toBuffer(),
      };
    }),
  );
  const total = pictures.reduce((sum, picture) => sum + picture.width + gap, gap);
  const tallest = Math.max(...pictures.map((picture) => picture.height));
  let left = gap;
  const placed = pictures.map(({ input, width: own }) => {
    const at = { input, left, top: gap };
    left += own + gap;
    return at;
  });
  await sharp({ create: { width: total, height: tallest + 2 * gap, channels: 3, background: ground } })
    .composite(placed)
    .png()
    .toFile(sheet);
}
