/**
 * GIMP pictures look as in GIMP: layer modes, masks and groups are applied, and hidden layers are omitted. Truncated
 * files are refused.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { layered, xcf } from '../../samples/pictures/image-gimp.ts';
import { picture } from '../../samples/pictures/picture.ts';
import { openConverter } from '../../support/server/test-app.ts';

/**
 * Each item is the number of a layer mode and the colour that GIMP 2.10.34 shows for `layer` over `below`. The opacity
 * of `layer` is 60 %. `below` is opaque in `onOpaque` and half transparent in `onHalf`.
 */
const below = [200, 120, 40] as const;
const layer = [90, 180, 220, 255] as const;
const opacity = 153;
const onOpaque = `
  0 869c94, 3 7a6325, 4 d4b197, 5 c08837, 6 92547c, 7 e9c9a9, 8 923010, 9 867828, 10 c89c94, 11 688a88, 12 c88541,
  13 698a87, 14 d47f2a, 15 e9962c, 16 e9c9a9, 17 8c5613, 18 a59985, 19 c08837, 20 df5910, 21 b1975f, 23 bf983b,
  24 6991b9, 25 bc7e48, 26 8a8c99, 27 dc893a, 28 939fb1, 30 8d6424, 31 d4b9b5, 32 9a5a91, 33 d1b5b3, 34 be0000,
  35 937828, 36 c89fb1, 37 878ba1, 38 c88545, 39 888b9f, 40 d47f2a, 41 ff9a2d, 42 ffffea, 43 965b19, 44 a89c9e,
  45 c18838, 46 df5d00, 47 b39a6b, 48 bbb176, 49 bc7895, 50 a1c0b5, 51 ebd6cd, 52 ac7e9a, 53 875518, 54 c87828,
  55 939fb1, 56 e0872e`;
const onHalf =
  '0 76a5af, 3 8c6825, 4 d1a47e, 7 e1b68b, 18 ad9170, 20 da6016, 28 82a8c2, 30 8d6424, 46 df5d00';

const convertFile = openConverter();

const toPng = (file: Buffer) => convertFile(new File([new Uint8Array(file)], 'a.xcf'), 'png');

async function pixelsOf(file: Buffer): Promise<Buffer> {
  const { status, body, error } = await toPng(file);
  assert.equal(status, 200, error.message);
  return sharp(body).ensureAlpha().raw().toBuffer();
}

const line = (width: number, colour: readonly number[]) => ({
  ...{ width, height: 1, x: 0 },
  pixels: Buffer.alloc(width * 4, Buffer.from(colour)),
});

for (const [what, alpha, list] of [
  ['opaque', 255, onOpaque],
  ['half transparent', 128, onHalf],
] as const)
  test(`each layer mode produces the same colours as in GIMP if the layer below is ${what}`, async () => {
    const rows = list.split(',').map((row) => row.trim().split(' ') as [string, string]);
    const pixels = await pixelsOf(
      layered({ width: rows.length, height: 1 }, [
        ...rows.map(([mode], x) => ({ ...line(1, layer), x, mode: Number(mode), opacity })),
        line(rows.length, [...below, alpha]),
      ]),
    );
    for (const [n, [mode, wanted]] of rows.entries()) {
      const seen = pixels.subarray(n * 4, n * 4 + 3);
      const off = Math.max(
        ...Buffer.from(wanted, 'hex').map((value, at) => Math.abs(value - (seen[at] ?? 0))),
      );
      assert.ok(off <= 1, `mode ${mode}: ${seen.toString('hex')} instead of ${wanted}`);
    }
  });

/**
 * Mode and opacity of each layer group, and the colour that GIMP shows. Each group has two layers, and the upper layer
 * has the mode Multiply.
 */
const groups = [
  [28, 255, '928b22'],
  [28, opacity, 'aa8424'],
  [31, opacity, 'c89730'],
  [61, 255, '51801e'],
  [61, opacity, '907d23'],
  [3, opacity, '8c6a1d'],
] as const;

test('merges the layers of a GIMP group before blending, unless the mode is pass-through', async () => {
  const pixels = await pixelsOf(
    layered({ width: groups.length, height: 1 }, [
      ...groups.flatMap(([mode, strength], x) => [
        { ...line(1, [0, 0, 0, 0]), x, mode, opacity: strength, isGroup: true },
        { ...line(1, layer), x, mode: 30, opacity: 204, path: [x, 0] },
        { ...line(1, [10, 200, 30, 128]), x, path: [x, 1] },
      ]),
      line(groups.length, [...below, 255]),
    ]),
  );
  const seen = groups.map((_, n) => pixels.subarray(n * 4, n * 4 + 3).toString('hex'));
  assert.deepEqual(
    seen,
    groups.map(([, , shown]) => shown),
  );
});

for (const compression of ['none', 'rle', 'zlib'] as const)
  for (const isFloat of [false, true])
    test(`merges the visible layers of a GIMP picture (${isFloat ? 'floating point' : '8 bits'}, compression: ${compression})`, async () => {
      const shown = picture();
      const pixels = await pixelsOf(xcf(shown, { compression, isFloat }));
      const alphas = [...pixels.filter((_, n) => n % 4 === 3)];
      assert.deepEqual(alphas, [...shown.pixels.filter((_, n) => n % 4 === 3)]);
      for (const [n, value] of pixels.entries())
        if (alphas[n >> 2] === 255) assert.equal(value, shown.pixels[n], `byte ${n}`);
    });

test("keeps a GIMP picture's colour profile and pixel values in png", async () => {
  const gray = { width: 1, height: 1, channels: 3, background: '#888' } as const;
  const profiled = await sharp({ create: gray }).withIccProfile('p3').png().toBuffer();
  const { icc: profile } = await sharp(profiled).metadata();
  assert.ok(profile);
  const { body } = await toPng(layered({ width: 1, height: 1 }, [line(1, layer)], { profile }));
  assert.deepEqual((await sharp(body).metadata()).icc, profile);
  const kept = await sharp(body).keepIccProfile().ensureAlpha().raw().toBuffer();
  assert.deepEqual([...kept], [...layer]);
});

test('refuses a truncated GIMP picture', async () => {
  for (const packing of ['rle', 'zlib'] as const)
    for (const share of [0.2, 0.5, 0.95]) {
      const whole = xcf(picture(), { compression: packing });
      const { status, error } = await toPng(whole.subarray(0, Math.floor(whole.length * share)));
      assert.deepEqual(
        [status, error.details?.['reason']],
        [400, 'truncated'],
        `${share} of it, packed by ${packing}`,
      );
    }
});
