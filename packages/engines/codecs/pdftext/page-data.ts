/** Reads the page contents that `page-data.js` writes. Positions are in points from the top left. */

import { monospacedFonts } from './letters/monospace.ts';

export type Box = readonly [left: number, top: number, right: number, bottom: number];

/**
 * How the content of a page is stored: as text, as a picture of text (`scan`), as text beside large pictures that may
 * contain more text (`mixed`), or not at all. `page-kind.js` determines the kind of a page.
 */
export type PageKind = 'text' | 'scan' | 'mixed' | 'blank';

interface FontTraits {
  /** Number of the font. */
  font?: number | undefined;
  /** Whether the font has only symbols and letters of formulas. */
  math?: boolean | undefined;
  /** Whether the capital letters of the font are script letters. */
  isCalligraphic?: boolean | undefined;
  bold: boolean;
  italic: boolean;
  mono: boolean;
}

interface WrittenRun {
  font: number;
  size: number;
  angle: number;
  hidden?: 1;
  /** Name of the colour, unless the text is black. */
  ink?: string;
  /** Confidence of text recognition, from 0 to 1. */
  confidence?: number;
  /** Code points of the glyphs. A negative number -1 - c adds the code point c to the text of the previous glyph. */
  text: readonly number[];
  /** For each glyph: x and y of the start of its baseline, and its width. */
  at: readonly number[];
}

interface WrittenPage {
  number: number;
  box: Box;
  fonts: readonly (readonly [id: number, name: string, bold: number, italic: number, mono: number])[];
  runs: readonly WrittenRun[];
  shapes: readonly (readonly [kind: Shape['kind'], ...box: Box, width: number])[];
  pictures: readonly { box: Box; file: string }[];
  links: readonly { box: Box; uri: string }[];
  fields?: readonly FormField[];
  tags?: readonly (readonly [number: number, level: number, x: number, y: number])[];
  /** Undefined for a broken page. */
  kind?: PageKind;
}

export interface Glyph extends FontTraits {
  text: string;
  x: number;
  /** Vertical position of the baseline. */
  y: number;
  width: number;
  size: number;
  href?: string | undefined;
  /** Distance from the start of the preceding space to the glyph, if the text layer has a space before the glyph. */
  space?: number | undefined;
  /** Whether the glyph is printed twice at slightly different positions, as some programs do for bold letters. */
  isTwice?: boolean | undefined;
  /** Name of the colour, unless the glyph is black. */
  ink?: string | undefined;
  /** TeX of a formula, if the glyph replaces the glyphs of a formula. */
  tex?: string;
}

export interface Shape {
  /** A horizontal or vertical stroke, a filled shape with only horizontal and vertical edges, or any other shape. */
  kind: 'line' | 'box' | 'curve';
  box: Box;
  /** Width of the stroke. */
  width: number;
}

export interface Picture {
  box: Box;
  /** File in the scratch folder, or empty if the picture was not extracted. */
  file: string;
}

/** A place at which the page shows text, with the heading that the tags of the PDF mark there. */
export interface TagPlace {
  /** Number of the heading in the document, or 0 for other text. */
  number: number;
  /** Level of the heading from 1, or 0 for other text. */
  level: number;
  x: number;
  y: number;
}

export interface FormField {
  /** Names of the groups and of the field, joined by dots. */
  name: string;
  type: 'text' | 'checkbox' | 'radio' | 'choice' | 'button' | 'signature';
  value: string;
  box: Box;
}

export interface Page {
  number: number;
  width: number;
  height: number;
  glyphs: Glyph[];
  shapes: Shape[];
  pictures: Picture[];
  fields?: FormField[];
  tags?: TagPlace[];
  kind: PageKind;
  /** Whether all text is the invisible text layer of a scan. */
  isOcr: boolean;
  /** Whether the page has no text, but may show text in a picture. */
  isUnread?: boolean;
  /** Words that Protean found by text recognition. */
  recognized?: RecognizedWord[];
  /** Text in directions other than the main direction of the page, such as rotated column headers. */
  turned?: TurnedText[];
}

export interface RecognizedWord {
  box: Box;
  /** Confidence from 0 to 1. */
  confidence: number;
}

export interface TurnedText {
  /** Glyphs with their positions after the page is rotated to make the text of the glyphs horizontal. */
  glyphs: Glyph[];
  /** Converts a box on the rotated page to the coordinates of the original page. */
  restored(box: Box): Box;
}

/**
 * A page after its glyphs were joined to words. The page has no glyphs, because the glyphs of a large book would need
 * too much memory.
 */
export type PageWithoutGlyphs = Omit<Page, 'glyphs' | 'turned'>;

/** Titles of the outline with their depths, starting at 1. */
export type Outline = readonly (readonly [title: string, depth: number])[];

/** Returns the outline of the PDF. `head` is the first line that `page-data.js` wrote. */
export const outlineOf = (head: string): Outline => (JSON.parse(head) as { outline?: Outline }).outline ?? [];

/** Parses the lines of pages that `page-data.js` wrote, in their order. */
export class PageParser {
  readonly #fonts = new Map<number, FontTraits>();

  parse(line: string): Page {
    return readPage(JSON.parse(line) as WrittenPage, this.#fonts);
  }
}

/** Names of typefaces reveal styles for which MuPDF often sets no flag. */
const bold = /bold|black|heavy|demi|cmbx|[-,]bd/i;
const italic = /italic|oblique|slanted|cmti|cmsl|[-,]it/i;
const mono = /mono|courier|consol|typewriter|cmtt|code/i;
/** Matches the names of typefaces for formulas. A name may begin with the prefix of a font subset. */
const math =
  /(?:^|\+)(?:cm(?:mi|mib|sy|bsy|ex)\d|ms[ab]m\d|eu[fsr][mb]\d|lm(?:math|roman.*math)|rtx?mi|txsy|mathematica|symbol)|math/i;
/** Names of typefaces for symbols and script letters. */
const calligraphic = /(?:^|\+)(?:cmb?sy|lmmathsymbols|txsy|eus[mb])\d*/i;
/**
 * Fonts of the text layer of a scan. In a text layer font, all letters have the same width, so the metrics of the font
 * are meaningless.
 */
const invisible = /glyphless|invisible/i;

function readPage(written: WrittenPage, fonts: Map<number, FontTraits>): Page {
  for (const [id, name, isBold, isItalic, isMono] of written.fonts) {
    fonts.set(id, {
      font: id,
      math: math.test(name),
      ...(calligraphic.test(name) ? { isCalligraphic: true } : {}),
      bold: isBold === 1 || bold.test(name),
      italic: isItalic === 1 || italic.test(name),
      mono: !invisible.test(name) && (isMono === 1 || mono.test(name)),
    });
  }
  for (const id of monospacedFonts(written.runs.filter((run) => !run.hidden))) {
    const traits = fonts.get(id);
    if (traits) traits.mono = true;
  }
  const [left, top, right, bottom] = written.box;
  const turn = mainTurn(written.runs);
  const size = { width: right - left, height: bottom - top };
  const place = (x: number, y: number) => turned(x - left, y - top, turn, size);
  const box = (given: Box): Box => {
    const one = place(given[0], given[1]);
    const two = place(given[2], given[3]);
    return [Math.min(one.x, two.x), Math.min(one.y, two.y), Math.max(one.x, two.x), Math.max(one.y, two.y)];
  };
  const lies = turn === 90 || turn === 270;
  const page: Page = {
    number: written.number,
    width: lies ? size.height : size.width,
    height: lies ? size.width : size.height,
    glyphs: [],
    shapes: written.shapes.map(([kind, x0, y0, x1, y1, width]) => ({
      kind,
      box: box([x0, y0, x1, y1]),
      width,
    })),
    pictures: written.pictures.map((one) => ({ ...one, box: box(one.box) })),
    fields: (written.fields ?? []).map((one) => ({ ...one, box: box(one.box) })),
    tags: (written.tags ?? []).map(([number, level, x, y]) => ({ number, level, ...place(x, y) })),
    kind: written.kind ?? 'text',
    isOcr: written.runs.length > 0 && written.runs.every((run) => run.hidden),
    isUnread: written.kind === 'scan' && written.runs.length === 0,
  };
  const links = written.links.map((link) => ({ ...link, box: box(link.box) }));
  for (const run of written.runs) {
    // If a page has only hidden text, the hidden text is the text layer of a scan. On a page that also has visible
    // text, hidden text is ignored, because people do not see hidden text.
    if (run.hidden && !page.isOcr) continue;
    if (quarter(run.angle) === turn) readRun(run, fonts.get(run.font), place, page);
  }
  page.turned = turnedTexts(written, turn, fonts);
  const recognized = written.runs.flatMap((run) => recognizedWord(run, place));
  if (recognized.length > 0) page.recognized = recognized;
  for (const glyph of links.length > 0 ? page.glyphs : []) {
    const middle = glyph.x + glyph.width / 2;
    const link = links.find(
      ({ box: [x0, y0, x1, y1] }) =>
        middle > x0 && middle < x1 && glyph.y > y0 && glyph.y - glyph.size * 0.4 < y1,
    );
    if (link) glyph.href = link.uri;
  }
  return page;
}

function recognizedWord(
  { confidence, at, size }: WrittenRun,
  place: (x: number, y: number) => { x: number; y: number },
): RecognizedWord[] {
  if (confidence === undefined) return [];
  const starts = at.flatMap((x, n) => (n % 3 === 0 ? [place(x, at[n + 1] ?? 0)] : []));
  const xs = starts.map(({ x }) => x);
  const [y] = starts.map((start) => start.y);
  if (y === undefined) return [];
  return [{ confidence, box: [Math.min(...xs), y - size, Math.max(...xs) + (at[2] ?? 0), y] }];
}

/** Returns the visible text in all text directions other than `main`. */
function turnedTexts(
  written: WrittenPage,
  main: number,
  fonts: ReadonlyMap<number, FontTraits>,
): TurnedText[] {
  const [left, top, right, bottom] = written.box;
  const size = { width: right - left, height: bottom - top };
  const swapped = { width: size.height, height: size.width };
  return [0, 90, 180, 270].flatMap((turn): TurnedText[] => {
    const runs = written.runs.filter((run) => !run.hidden && quarter(run.angle) === turn);
    if (turn === main || runs.length === 0) return [];
    const own = turn % 180 === 0 ? size : swapped;
    const target: Page = {
      number: written.number,
      ...own,
      glyphs: [],
      shapes: [],
      pictures: [],
      kind: 'text',
      isOcr: false,
    };
    for (const run of runs)
      readRun(run, fonts.get(run.font), (x, y) => turned(x - left, y - top, turn, size), target);
    const relative = (main - turn + 360) % 360;
    const restored = ([x0, y0, x1, y1]: Box): Box => {
      const [one, two] = [turned(x0, y0, relative, own), turned(x1, y1, relative, own)];
      return [Math.min(one.x, two.x), Math.min(one.y, two.y), Math.max(one.x, two.x), Math.max(one.y, two.y)];
    };
    return [{ glyphs: target.glyphs, restored }];
  });
}

const unknownTraits: FontTraits = { bold: false, italic: false, mono: false };

function readRun(
  { text, at, size, ink }: WrittenRun,
  traits: FontTraits = unknownTraits,
  place: (x: number, y: number) => { x: number; y: number },
  { glyphs, width, height }: Page,
): void {
  const { font, math, isCalligraphic, bold, italic, mono } = traits;
  let n = 0;
  let last: Glyph | undefined;
  for (const code of text) {
    if (code < 0) {
      if (last) last.text += String.fromCodePoint(-1 - code);
      continue;
    }
    const { x, y } = place(at[n] ?? 0, at[n + 1] ?? 0);
    const wide = at[n + 2] ?? 0;
    n += 3;
    last = undefined;
    if (x < -wide || x > width || y < 0 || y > height + size || size < 0.5) continue;
    // All glyphs have the same members in the same order, because V8 reads the members of such objects faster.
    last = {
      font,
      math,
      isCalligraphic,
      bold,
      italic,
      mono,
      text: String.fromCodePoint(code),
      x,
      y,
      width: wide,
      size,
      ink,
      href: undefined,
      space: undefined,
      isTwice: undefined,
    };
    glyphs.push(last);
  }
}

const quarter = (angle: number) => (((Math.round(angle / 90) % 4) + 4) % 4) * 90;

/** Returns the direction of most of the text on a page. */
function mainTurn(runs: readonly WrittenRun[]): number {
  const letters = new Map<number, number>();
  for (const { angle, text } of runs) {
    const turn = quarter(angle);
    letters.set(turn, (letters.get(turn) ?? 0) + text.length);
  }
  const [first] = [...letters].sort(([, one], [, two]) => two - one);
  return first?.[0] ?? 0;
}

/** Returns a position after the page is rotated so that its text is horizontal. */
function turned(x: number, y: number, turn: number, { width, height }: { width: number; height: number }) {
  if (turn === 90) return { x: y, y: width - x };
  if (turn === 180) return { x: width - x, y: height - y };
  if (turn === 270) return { x: height - y, y: x };
  return { x, y };
}
