/**
 * Searches a result, including the archives, pages and pictures in the result, for data that the conversion must not
 * have read.
 */
import sharp from 'sharp';
import { canaryColour } from '../fixtures.ts';
import { layersOf } from './layers.ts';

/** Maximum number of pictures checked in one result. */
const maxPictures = 20;

/**
 * Returns a fault for each of the `secrets` in `body`, and a fault if a picture in `body` shows the colour of the
 * canary pictures.
 */
export async function leaksIn(body: Buffer, secrets: readonly string[]): Promise<string[]> {
  const parts = (await layersOf(body)).map(({ bytes }) => bytes);
  const found = secrets.filter((secret) => parts.some((part) => holds(part, secret)));
  const seen = await Promise.all(parts.filter(isPicture).slice(0, maxPictures).map(showsCanary));
  return [
    ...found.map((secret) => `read: the result holds ${secret}`),
    ...(seen.includes(true) ? ['read: the result shows the canary'] : []),
  ];
}

/** Maximum size of text that is normalized for the search. Larger text is searched unchanged. */
const maxSpelled = 8 * 1024 * 1024;

function holds(part: Buffer, secret: string): boolean {
  if (part.includes(secret) || part.includes(Buffer.from(secret, 'utf16le'))) return true;
  return part.length <= maxSpelled && lettersOf(part).some((text) => text.includes(spelled(secret)));
}

const kept = new WeakMap<Buffer, string[]>();

/**
 * Returns three texts, reduced to their letters and digits: the text with markup, the text without markup, and the
 * values of `data-text` attributes. In its `data-text` attributes, a drawing states which letters it draws as outlines.
 * The texts are reduced to letters and digits, because markup may escape characters of a secret, and drawings place
 * each letter separately.
 */
function lettersOf(part: Buffer): string[] {
  const known = kept.get(part);
  if (known) return known;
  const text = part
    .toString('latin1')
    .replaceAll('\0', '')
    .replaceAll(/&#(\d{1,4});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/&#x([0-9a-f]{1,3});/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(/(?:%|\\'|=)([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  const outlines = [...text.matchAll(/data-text="([^"])"/g)].map(([, letter = '']) => letter);
  const letters = [text, text.replaceAll(/<[^>]*>/g, ''), outlines.join('')].map(spelled);
  kept.set(part, letters);
  return letters;
}

const spelled = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

const marks = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF', 'II*\0', 'MM\0*', '\0\0\0', '<svg', '<?xm'];

function isPicture(part: Buffer): boolean {
  const start = part.subarray(0, 4).toString('latin1');
  return marks.some((mark) => start.startsWith(mark));
}

async function showsCanary(picture: Buffer): Promise<boolean> {
  try {
    const { data, info } = await sharp(picture, { limitInputPixels: 50_000_000 })
      .resize(200, 200, { fit: 'inside', kernel: 'nearest', withoutEnlargement: true })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const isCanary = (x: number, y: number) =>
      canaryColour.every((value, n) => Math.abs((data[(y * width + x) * 3 + n] ?? 0) - value) < 8);
    // Requires an area in the colour of the canary pictures, because noise contains single pixels of every colour.
    const patch = (x: number, y: number) =>
      [0, 1, 2].every((down) => [0, 1, 2].every((right) => isCanary(x + right, y + down)));
    for (let y = 0; y + 2 < height; y += 1) {
      for (let x = 0; x + 2 < width; x += 1) if (patch(x, y)) return true;
    }
    return false;
  } catch {
    return false;
  }
}
