/**
 * Makes page contents in the format of the PDF reader's output. With these page contents, tests call the structure
 * step, which detects headings, tables and other blocks.
 */
import type { Glyph, Page, Shape } from '../../packages/engines/codecs/pdftext/page-data.ts';

export interface DrawnText {
  x: number;
  y: number;
  text: string;
  size?: number;
  bold?: boolean;
  font?: number;
  math?: boolean;
  mono?: boolean;
  italic?: boolean;
  /** Name of a colour. */
  ink?: string;
  /** Gap between two letters relative to the font size. */
  spacing?: number;
  /** Width of a space relative to the font size. The default width is 0.5. */
  space?: number;
}

/** Returns a page of 600 × 800 points. The width of each letter is half its font size. */
export function drawnPage(number: number, lines: readonly DrawnText[], shapes: Shape[] = []): Page {
  return {
    number,
    width: 600,
    height: 800,
    glyphs: lines.flatMap(glyphsOf),
    shapes,
    pictures: [],
    kind: 'text',
    isOcr: false,
  };
}

export function glyphsOf({
  x,
  y,
  text,
  size = 10,
  space = 0.5,
  bold = false,
  font = 0,
  math = false,
  mono = false,
  italic = false,
  ink,
  spacing = 0,
}: DrawnText): Glyph[] {
  let next = x;
  return [...text].map((letter): Glyph => {
    const width = size * (letter === ' ' ? space : 0.5);
    const at = next;
    next += width + size * spacing;
    const color = ink === undefined ? {} : { ink };
    return { text: letter, x: at, y, width, size, bold, italic, mono, font, math, ...color };
  });
}

/** Returns a straight line with a width of 1 point. */
export const lineFrom = (x0: number, y0: number, x1: number, y1: number): Shape => ({
  kind: 'line',
  box: [x0, y0, x1, y1],
  width: 1,
});

/** Returns `count` lines of running text, 12 points apart. */
export const prose = (
  x: number,
  y: number,
  count: number,
  text = 'some plain words of running text here',
): DrawnText[] => Array.from({ length: count }, (_, n) => ({ x, y: y + 12 * n, text }));
