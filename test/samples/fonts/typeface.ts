/** The typeface of all font samples: five characters with known widths and outlines, in units of 1/1000 em. */

/**
 * A glyph. In `path`, `M x y` begins a contour, `L x y` draws a line, and `Q x y x y` draws a quadratic curve. Contours
 * are closed, and clockwise contours are filled.
 */
export interface Glyph {
  name: string;
  code: number | null;
  width: number;
  path: readonly (readonly ['M' | 'L' | 'Q', ...number[]])[];
  /** Bounding box: left, bottom, right and top. Null for a space. */
  box: readonly [number, number, number, number] | null;
}

const bar = (left: number, bottom: number, right: number, top: number): Glyph['path'] => [
  ['M', left, bottom],
  ['L', left, top],
  ['L', right, top],
  ['L', right, bottom],
];

export const family = 'Harbour Sans';

export const glyphs: readonly Glyph[] = [
  { name: '.notdef', code: null, width: 430, path: bar(60, 0, 370, 600), box: [60, 0, 370, 600] },
  { name: 'space', code: 0x20, width: 270, path: [], box: null },
  {
    name: 'A',
    code: 0x41,
    width: 660,
    path: [
      ['M', 30, 0],
      ['L', 330, 720],
      ['L', 630, 0],
      ['L', 540, 0],
      ['L', 330, 510],
      ['L', 120, 0],
    ],
    box: [30, 0, 630, 720],
  },
  { name: 'B', code: 0x42, width: 600, path: bar(90, 0, 510, 720), box: [90, 0, 510, 720] },
  {
    name: 'C',
    code: 0x43,
    width: 720,
    path: [
      ['M', 60, 360],
      ['Q', 60, 720, 360, 720],
      ['Q', 660, 720, 660, 360],
      ['Q', 660, 0, 360, 0],
      ['Q', 60, 0, 60, 360],
    ],
    box: [60, 0, 660, 720],
  },
  {
    name: 'eacute',
    code: 0xe9,
    width: 540,
    path: [...bar(60, 0, 480, 480), ...bar(210, 540, 330, 690)],
    box: [60, 0, 480, 690],
  },
];
