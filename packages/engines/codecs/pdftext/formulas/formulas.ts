/** Replaces the glyphs of formulas on a page with TeX. */
import { around } from '../boxes.ts';
import type { Box, Glyph, Shape } from '../page-data.ts';
import { displaysOf, Segment } from './display.ts';
import { inlineFormulas } from './inline.ts';
import { formulaTex } from './layout.ts';

/** Maximum thickness and maximum length of the line of a fraction. */
const thick = 2;
const longest = 400;

/**
 * Returns the glyphs, with each formula replaced by a single glyph. A formula with an unknown symbol stays unchanged.
 * `lines` contains the glyphs of each line, split at wide gaps.
 */
export function withFormulas(
  glyphs: readonly Glyph[],
  lines: readonly (readonly Glyph[])[],
  shapes: readonly Shape[],
): readonly Glyph[] {
  const segments = lines.map((line) => new Segment(line));
  const bars = barsOf(shapes);
  const replaced = new Map<Glyph, Glyph | undefined>();
  const replace = (formula: readonly Glyph[], y: number, size: number, own: readonly Box[]) => {
    const tex = formulaTex(formula, own);
    const [first] = formula;
    if (tex === undefined || !first) return;
    for (const glyph of formula) replaced.set(glyph, undefined);
    replaced.set(first, toGlyph(formula, { tex, y, size }));
  };
  const displays = displaysOf(segments, bars);
  const used = new Set(displays.flatMap((display) => display.segments));
  for (const { segments: parts, bars: own, y, size } of displays)
    replace(
      parts.flatMap((one) => one.glyphs),
      y,
      size,
      own,
    );
  const left = segments.filter((one) => !used.has(one));
  const hasMathFonts = glyphs.some(({ math }) => math);
  const small = hasMathFonts ? left.filter(({ isMath }) => isMath) : [];
  for (const line of hasMathFonts ? joinedLines(left, small) : [])
    for (const formula of inlineFormulas(
      line,
      small.filter((one) => one.y !== line.y),
      hasMathFonts,
    ))
      if (formula.every((glyph) => !replaced.has(glyph))) replace(formula, line.y, line.size, []);
  return replaced.size === 0
    ? glyphs
    : glyphs.flatMap((glyph) => (replaced.has(glyph) ? (replaced.get(glyph) ?? []) : [glyph]));
}

/** Maximum gap within a line, in units of the font size. */
const widestGap = 0.95;

/** Joins two parts of a line if only limits and indices are between them. */
function joinedLines(segments: readonly Segment[], small: readonly Segment[]): Segment[] {
  const lines: Segment[] = [];
  for (const one of segments) {
    const last = lines.at(-1);
    if (last && isContinued(last, one, small))
      lines[lines.length - 1] = new Segment([...last.glyphs, ...one.glyphs]);
    else lines.push(one);
  }
  return lines;
}

/** Returns whether indices fill the gap between two parts of a line. */
function isContinued(one: Segment, two: Segment, small: readonly Segment[]): boolean {
  if (Math.abs(one.y - two.y) > 0.2 * one.size || two.box[0] < one.box[2]) return false;
  const between = small.filter(
    ({ box, y, size }) =>
      size < 0.85 * one.size && Math.abs(y - one.y) < one.size && box[2] > one.box[2] && box[0] < two.box[0],
  );
  const end = Math.max(one.box[2], ...between.map(({ box }) => box[2]));
  return between.length > 0 && two.box[0] - end < widestGap * one.size;
}

function barsOf(shapes: readonly Shape[]): Box[] {
  return shapes.flatMap(({ kind, box }) => {
    const [x0, y0, x1, y1] = box;
    return kind !== 'curve' && y1 - y0 < thick && x1 - x0 > 2 && x1 - x0 < longest ? [box] : [];
  });
}

function toGlyph(
  formula: readonly Glyph[],
  { tex, y, size }: { tex: string; y: number; size: number },
): Glyph {
  const [x0, , x1] = around(formula.map(({ x, width, y: at }): Box => [x, at, x + width, at]));
  const text = formula
    .toSorted((one, two) => one.x - two.x)
    .map((glyph) => glyph.text)
    .join('');
  return { text, tex, x: x0, y, width: x1 - x0, size, bold: false, italic: false, mono: false };
}
