/** The image oracle: checks the number of pages or frames, and the size, colours and transparency of each. */
import assert from 'node:assert/strict';
import type { Format } from '@protean/formats/format.ts';
import { frames as moments, movingSamples, pageCount, picture } from '../../../samples/pictures/picture.ts';
import { seenBySensor } from '../../../samples/pictures/image-raw.ts';
import type { Claim } from '../../oracle.ts';
import { checkGrid, tonesBetween, type Expectation, type GridPlace, type Tones } from './grid.ts';
import { checkFrame } from '../media/frame.ts';
import { checkPageImages } from '../documents/page-image.ts';
import { checkPicturePage } from './picture-page.ts';
import { readPictures, type Frame } from './picture-reader.ts';
import { checkSpecimen } from '../documents/specimen.ts';
import { checkWaveImage } from '../media/waveform.ts';

export async function checkImage(files: readonly string[], claim: Claim): Promise<void> {
  const { category } = claim.source;
  if (category === 'video') return checkFrame(files, claim);
  if (category === 'font') return checkSpecimen(files, claim);
  if (category === 'audio') return checkWaveImage(files, claim);
  if (category !== 'image') return checkPageImages(files, claim);
  if (claim.target.ext === 'eps') return checkPicturePage(files, claim);
  const pictures = (await Promise.all(files.map((file) => readPictures(file, claim.target.ext)))).flat();
  checkCount(files, pictures, claim);
  for (const [turn, shown] of pictures.entries()) {
    checkSize(shown, claim);
    checkGrid(shown, expected(claim, turn));
  }
}

function checkCount(files: readonly string[], pictures: readonly Frame[], { source, target }: Claim): void {
  if (movingSamples.includes(source.ext) && target.holds.includes('animation')) {
    assert.equal(pictures.length, moments.count, 'pictures that move');
    for (const { milliseconds, plays } of pictures) {
      assert.equal(milliseconds, moments.milliseconds, 'how long one is shown');
      if (plays !== undefined) assert.equal(plays, moments.plays, 'how often all are shown');
    }
    return;
  }
  // A TIFF with several pages becomes one file per page, unless the target is also TIFF.
  const due = source.holds.includes('pages') ? pageCount : 1;
  assert.equal(files.length, source.ext === target.ext ? 1 : due, 'files');
  assert.equal(pictures.length, due, 'pictures');
}

interface PictureArea {
  width: number;
  height: number;
  place: GridPlace;
}

/**
 * The Apple icon sample: a square with the sample picture (a grid) in the middle. The grid is enlarged to twice the
 * size of the sample picture.
 */
const framed: PictureArea = { width: 128, height: 128, place: { left: 0, top: 16, scale: 2 } };

/** Side of the Apple icon, in pixels: the largest standard size that does not exceed the sample picture. */
const appleSide = 48;

/** Vector formats. If the source of an icon has a vector format, each size of the icon is rendered separately. */
const drawings = ['svg', 'svgz'];

/** Size at which every DXF drawing is rendered, with a margin for the line width. */
const fitted: PictureArea = { width: 1632, height: 1232, place: { left: 16, top: 16, scale: 25 } };

/**
 * Maximum side of icons, in pixels. Pictures with a longer side are scaled down to this maximum. If `filled` is true,
 * the icon is padded to a square.
 */
const square: Readonly<Record<string, { side: number; filled: boolean }>> = {
  ico: { side: 256, filled: false },
  icns: { side: 1024, filled: true },
};

function within(area: PictureArea, { side, filled }: { side: number; filled: boolean }): PictureArea {
  const shrunk = side / area.width;
  const above = filled ? (side - area.height * shrunk) / 2 : 0;
  return {
    width: side,
    height: filled ? side : Math.round(area.height * shrunk),
    place: {
      left: area.place.left * shrunk,
      top: area.place.top * shrunk + above,
      scale: area.place.scale * shrunk,
    },
  };
}

/** Resolution at which samples in vector formats are rendered to pixels, in dots per inch. */
const drawn: Readonly<Record<string, number>> = { svg: 96, svgz: 96, emf: 96, wmf: 96, eps: 192, ai: 192 };

/** Vector formats. Results in vector formats are rendered on white, at the size that the file declares. */
const shapes = ['svg', 'svgz', 'emf', 'wmf'];

/** Formats that store sizes in hundredths of a millimetre. Rounding may change the size in pixels by 1. */
const metafiles = ['emf', 'wmf'];

/** Returns the expected size of the result, and the expected position of the sample picture (a grid) in the result. */
function roomOf({ source, target }: Claim): PictureArea {
  if (source.ext === 'icns') return framed;
  const boxed = square[target.ext];
  if (source.ext === 'dxf') return boxed ? within(fitted, boxed) : fitted;
  const whole = { ...picture(), place: { left: 0, top: 0, scale: 1 } };
  if (boxed && drawings.includes(source.ext)) return within(whole, boxed);
  if (boxed?.filled) return within(whole, { ...boxed, side: appleSide });
  const dots = drawn[source.ext];
  const scale = dots && shapes.includes(target.ext) ? 96 / dots : 1;
  const { width, height } = picture();
  return { width: width * scale, height: height * scale, place: { left: 0, top: 0, scale } };
}

function checkSize({ width, height }: Frame, claim: Claim): void {
  const due = roomOf(claim);
  const more = [claim.source, claim.target].some(({ ext }) => metafiles.includes(ext)) ? 1 : 0;
  const off = [width - due.width, height - due.height];
  const near = off.every((pixels) => Math.abs(pixels) <= more);
  assert.ok(near, `${width}×${height} as ${claim.target.ext}, not ${due.width}×${due.height}`);
}

function expected(claim: Claim, turn: number): Expectation {
  const { source, target, loses, writer } = claim;
  const tones = writer === 'potrace' ? 'split' : tonesBetween(source, target);
  return {
    turn,
    tones,
    clear:
      [source, target].every(({ holds }) => holds.includes('alpha')) &&
      !loses.includes('alpha') &&
      !shapes.includes(target.ext),
    tolerance: tolerance(source, target, tones),
    place: roomOf(claim).place,
  };
}

function tolerance(source: Format, target: Format, tones: Tones): number {
  if (tones === 'dithered') return 20;
  // The tolerance is large, because a camera sensor records only one of three colours for each pixel, and the decoder
  // interpolates the two missing colours.
  if (seenBySensor.includes(source.ext)) return 30;
  return target.holds.includes('exact') ? 3 : 24;
}
