/** Determines the text size and the headings of a document from its font sizes and styles. */
import { textOf, type Span } from '../pieces.ts';

export interface SizedLine {
  size: number;
  text: string;
  page: number;
  mono: boolean;
}

/** If a larger share of a document's lines is in monospaced fonts, these fonts do not mark code. */
const mostMono = 0.6;
/** Minimum ratio between the sizes of a heading and the text. */
const larger = 1.08;
const maxLevel = 6;
const maxHeading = 200;
/**
 * Matches two letters of an alphabet, or one character of a script without an alphabet. The text of a heading must
 * match, so that a large symbol or number of a formula is not mistaken for a heading.
 */
const hasWord = /\p{L}[\p{L}\p{M}]|\p{Lo}/u;

export class TextStyle {
  readonly body: number;
  /** Whether most of the text is in monospaced fonts. */
  readonly isTypewritten: boolean;
  readonly #levels = new Map<number, number>();
  readonly #outline: ReadonlyMap<string, number>;
  readonly #boldLevel: number;
  readonly #isNumbered: boolean;

  constructor(lines: readonly SizedLine[], outline: readonly (readonly [title: string, depth: number])[]) {
    this.isTypewritten = lines.filter(({ mono }) => mono).length > mostMono * lines.length;
    const weights = new Map<number, number>();
    for (const { size, text } of lines) weights.set(step(size), (weights.get(step(size)) ?? 0) + text.length);
    const total = [...weights.values()].reduce((sum, one) => sum + one, 0);
    this.body = [...weights].sort(([, one], [, two]) => two - one)[0]?.[0] ?? 10;
    this.#outline = new Map(outline.map(([title, depth]) => [plain(title), depth]));
    // A size used by a large part of the text is not a heading size.
    const sizes = [...weights]
      .filter(([size, weight]) => size > larger * this.body && weight < 0.3 * total)
      .map(([size]) => size)
      .sort((one, two) => two - one);
    const isTitle = titleSizes(lines, sizes);
    let level = 0;
    let before = Infinity;
    for (const size of sizes) {
      if (isTitle(size)) level = 1;
      else if (size < 0.96 * before) level += 1;
      before = size;
      this.#levels.set(size, Math.min(level, maxLevel));
    }
    const depths = lines
      .filter(({ size }) => this.#levels.has(step(size)))
      .map(({ text }) => numberedDepth(text))
      .filter((depth) => depth > 0);
    this.#isNumbered = depths.length >= leastNumbered && depths.some((depth) => depth > 1);
    this.#boldLevel = Math.min(level + 1, maxLevel);
    this.#followOutline(lines);
  }

  /**
   * If the outline lists headings in a certain font size, all at one depth, this depth becomes the level of that font
   * size.
   */
  #followOutline(lines: readonly SizedLine[]): void {
    const found = new Map<number, number[]>();
    for (const { size, text } of lines) {
      const depth = this.#outline.get(plain(text));
      if (depth && this.#levels.has(step(size)))
        found.set(step(size), [...(found.get(step(size)) ?? []), depth]);
    }
    for (const [size, depths] of found) {
      const [first = 1] = depths.sort((one, two) => one - two);
      if (depths.every((depth) => depth === first)) this.#levels.set(size, first);
    }
  }

  /** Level of headings in the text size, which is below the levels of larger headings. */
  get styleLevel(): number {
    return this.#boldLevel;
  }

  /** Returns the level of a heading in the outline. */
  outlined(text: string): number | undefined {
    return this.#outline.get(plain(text));
  }

  /** If the document numbers its headings, returns the level that follows from the section number of a heading. */
  numbered(text: string): number | undefined {
    const depth = this.#isNumbered ? numberedDepth(text) : 0;
    return depth > 0 ? Math.min(depth, maxLevel) : undefined;
  }

  /** Returns the heading level of a line, determined by its font size, or 0 if the line is not a heading. */
  levelOf(size: number, text: string): number {
    if (
      isNoTitle(text) ||
      text.length > maxHeading ||
      (!hasWord.test(text) && !this.#isChapterNumber(size, text))
    )
      return 0;
    return this.#levels.get(step(size)) ?? 0;
  }

  #isChapterNumber(size: number, text: string): boolean {
    return size > 2 * this.body && /^\d{1,3}\.?$/.test(text);
  }

  /**
   * Returns the heading level of an isolated, entirely bold line, or 0. The font size of a heading may be a little
   * smaller than the size of the body text.
   */
  boldLevel(spans: readonly Span[], size: number): number {
    const text = textOf(spans);
    const isHeading =
      !isNoTitle(text) &&
      spans.every((span) => span.bold || !span.text.trim()) &&
      size > 0.75 * this.body &&
      text.length < 120 &&
      !/[.:;,]$/.test(text) &&
      /\p{L}/u.test(text);
    if (!isHeading) return 0;
    // On web pages, headings of lower levels are smaller than the text.
    return Math.min(size < 0.9 * this.body ? this.#boldLevel + 1 : this.#boldLevel, maxLevel);
  }
}

/** Matches the beginning of the caption of a figure or table, with its number. */
const caption =
  /^(?:figure|fig\.|table|tab\.|plate|exhibit|chart|diagram|listing|algorithm|abbildung|abb\.|tabelle|tableau|figura|tabla|tabela)\s*(?:\d|[ivxl]+\b|[a-z]?[.-]?\d)/i;
/** Matches an address of a web page or of email. A title contains no address. */
const address =
  /\bhttps?:\/\/|\bwww\.\w|\b[\w-]+\.(?:com|org|net|edu|gov|info|[a-z]{2})\/|[\w.-]@[\w-]+\.\w/i;

/** Returns whether a line is not a heading, whatever its font is. */
export const isNoTitle = (text: string) => caption.test(text) || address.test(text);

/**
 * Minimum number of numbered headings. If a document has fewer than this number of numbered headings, section numbers
 * do not determine heading levels.
 */
const leastNumbered = 3;
/** Minimum number of pages in a document that may have a title page. */
const leastPages = 4;

/** Returns the depth of a section number, such as 2 for `3.1 Results`, or 0. */
function numberedDepth(text: string): number {
  const number = /^(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s+\p{L}/u.exec(text)?.[1];
  return number === undefined ? 0 : number.split('.').length;
}

/**
 * Returns a function that checks whether a font size is used only on a title page or cover of a longer document: on one
 * page, and in a larger size than headings on several pages.
 */
function titleSizes(lines: readonly SizedLine[], sizes: readonly number[]): (size: number) => boolean {
  const pages = new Map<number, Set<number>>();
  for (const { size, page } of lines) pages.set(step(size), (pages.get(step(size)) ?? new Set()).add(page));
  const isSingle = (size: number) => (pages.get(size)?.size ?? 0) === 1;
  const isLong = new Set(lines.map(({ page }) => page)).size >= leastPages;
  const smallest = sizes.findLast((size) => !isSingle(size)) ?? Infinity;
  return (size) => isLong && size > smallest && isSingle(size);
}

const step = (size: number) => Math.round(size * 2) / 2;

const plain = (text: string) => text.replace(/[\s\u00a0]+/g, ' ').trim();
