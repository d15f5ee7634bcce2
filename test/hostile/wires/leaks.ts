/** Whether a result holds what its converter should never have seen: looked for in texts, archives, pages and pictures. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { run } from '../../samples/run.ts';
import { canaryColour } from '../bait.ts';

/** A result larger than this would take longer to look through than to make. */
const most = 64 * 1024 * 1024;

/** The `secrets` found in `body`, and the canary's picture if it is seen in it. */
export async function leaksIn(body: Buffer, secrets: readonly string[]): Promise<string[]> {
  if (body.length === 0 || body.length > most) return [];
  const dir = await mkdtemp(path.join(tmpdir(), 'leaks-'));
  try {
    const texts = [body];
    const pictures = [body];
    const file = path.join(dir, 'result');
    await writeFile(file, body);
    if (body.subarray(0, 4).toString('latin1') === '%PDF') {
      texts.push(await saidBy('/usr/bin/pdftotext', ['-l', '20', file, '-']));
      await run('/usr/bin/pdftoppm', ['-r', '20', '-l', '3', '-png', file, path.join(dir, 'page')]).catch(
        () => {},
      );
      pictures.push(...(await read(dir, /^page.*\.png$/)));
    }
    const mark = body.subarray(0, 2).toString('hex');
    if (['504b', '377a'].includes(mark)) {
      texts.push(await saidBy('/usr/bin/bsdtar', ['-xOf', file]));
      const members = path.join(dir, 'members');
      await run('/bin/mkdir', [members]);
      await run('/usr/bin/bsdtar', ['-xf', file, '-C', members, '*.png', '*.jpg', '*.jpeg']).catch(() => {});
      pictures.push(...(await read(members, /\.(?:png|jpe?g)$/)));
    }
    if (mark === '1f8b') texts.push(gunzipSync(body, { maxOutputLength: most }));
    const found = secrets.filter((secret) => texts.some((text) => holds(text, secret)));
    const seen = await Promise.all(pictures.map(showsCanary));
    return [
      ...found.map((secret) => `read: the result holds ${secret}`),
      ...(seen.includes(true) ? ['read: the result shows the canary'] : []),
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** As it is, in UTF-16, and as base64 would have it wherever it begins. */
function holds(text: Buffer, secret: string): boolean {
  const coded = [0, 1, 2].map((before) =>
    Buffer.from(`${' '.repeat(before)}${secret}`)
      .toString('base64')
      .slice(before + 1, -4),
  );
  return [Buffer.from(secret), Buffer.from(secret, 'utf16le'), ...coded].some((bytes) =>
    text.includes(bytes),
  );
}

async function saidBy(program: string, args: readonly string[]): Promise<Buffer> {
  return run(program, args).then(
    ({ stdout }) => stdout,
    () => Buffer.alloc(0),
  );
}

async function read(dir: string, named: RegExp): Promise<Buffer[]> {
  const names = (await readdir(dir, { recursive: true })).filter((name) => named.test(name)).slice(0, 10);
  return Promise.all(names.map((name) => readFile(path.join(dir, name)).catch(() => Buffer.alloc(0))));
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
    // A patch of it: in noise every colour is met somewhere.
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
