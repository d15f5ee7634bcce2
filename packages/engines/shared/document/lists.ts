/** Writes blocks inside the HTML elements of their lists and quotations. */
import type { Block } from './model.ts';

interface List {
  depth: number;
  tag: 'ol' | 'ul';
  /** Number of the last item. */
  last: number;
  style: string;
}

type Container = 'quote' | List;

interface Marker {
  number: number;
  /** Type of the HTML list. */
  style: '1' | 'a' | 'A' | 'i' | 'I';
}

export class Lists {
  readonly #html: string[] = [];
  readonly #open: Container[] = [];

  /**
   * Adds a block inside the elements of its lists and quotations. If `before` is set, first adds this HTML to the
   * elements of the previous block.
   */
  place(block: Block, html: string, before: string): void {
    if (before) this.#html.push(before);
    const quote = block.quote ?? 0;
    if (block.kind === 'item') this.#item(block, quote, html);
    else {
      this.#contain(block.inside, quote);
      this.#html.push(html);
    }
  }

  /** Adds HTML inside the elements of the previous block. */
  mark(html: string): void {
    this.#html.push(html);
  }

  /** Closes all elements, and returns the HTML. */
  end(): string {
    this.#closeTo(0);
    return this.#html.join('\n');
  }

  #item({ depth, marker }: Block & { kind: 'item' }, quote: number, html: string): void {
    if (this.#outerQuotes() !== quote) this.#quotes(quote);
    while (this.#isDeeper(depth)) this.#close();
    const read = readMarker(marker);
    const top = this.#open.at(-1);
    const isSame = top !== undefined && top !== 'quote' && top.depth === depth;
    if (isSame && follows(top, read)) {
      top.last += 1;
      this.#html.push('</li>');
    } else {
      if (isSame) this.#close();
      this.#openList(depth, read);
    }
    this.#html.push(`<li>${read || isBullet(marker) ? '' : `${marker} `}${html}`);
  }

  #isDeeper(depth: number): boolean {
    const top = this.#open.at(-1);
    if (top === undefined) return false;
    // A quotation inside a list is closed, but a quotation that contains the whole list stays open.
    return top === 'quote' ? this.#open.some((one) => one !== 'quote') : top.depth > depth;
  }

  #openList(depth: number, marker: Marker | undefined): void {
    const tag = marker ? 'ol' : 'ul';
    const type = marker && marker.style !== '1' ? ` type="${marker.style}"` : '';
    const start = marker && marker.number !== 1 ? ` start="${marker.number}"` : '';
    this.#open.push({ depth, tag, last: marker?.number ?? 0, style: marker?.style ?? '' });
    this.#html.push(`<${tag}${type}${start}>`);
  }

  /**
   * Opens and closes elements, so that the next block is inside the item at `depth`. If `depth` is undefined, the block
   * is outside of lists.
   */
  #contain(depth: number | undefined, quote: number): void {
    const outer = this.#outerQuotes();
    const at = this.#open.findLastIndex((one) => one !== 'quote' && one.depth <= (depth ?? -1));
    if (depth === undefined || at < 0) return this.#quotes(quote);
    const inner = Math.max(0, quote - outer);
    this.#closeTo(Math.min(this.#open.length, at + 1 + inner));
    while (this.#open.length < at + 1 + inner) this.#openQuote();
  }

  /** Closes the open lists, and closes or opens quotations until `count` quotations are open. */
  #quotes(count: number): void {
    const kept = Math.min(count, this.#outerQuotes());
    this.#closeTo(kept);
    while (this.#open.length < count) this.#openQuote();
  }

  #outerQuotes(): number {
    const at = this.#open.findIndex((one) => one !== 'quote');
    return at < 0 ? this.#open.length : at;
  }

  #openQuote(): void {
    this.#open.push('quote');
    this.#html.push('<blockquote>');
  }

  #closeTo(count: number): void {
    while (this.#open.length > count) this.#close();
  }

  #close(): void {
    const top = this.#open.pop();
    if (top) this.#html.push(top === 'quote' ? '</blockquote>' : `</li></${top.tag}>`);
  }
}

export const isBullet = (marker: string) => !/[\p{L}\p{N}]/u.test(marker);

function follows(list: List, marker: Marker | undefined): boolean {
  if (!marker) return list.tag === 'ul';
  return list.tag === 'ol' && list.style === marker.style && marker.number === list.last + 1;
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/**
 * Reads the marker of an ordered list. Returns undefined for other markers, such as `(a)` or `1.2.`, which are written
 * as text in a bullet list.
 */
export function readMarker(marker: string): Marker | undefined {
  const [, word] = /^(\d{1,9}|[a-z]{1,9}|[A-Z]{1,9})[.)]$/.exec(marker) ?? [];
  if (word === undefined) return undefined;
  if (/^\d/.test(word)) return { number: Number(word), style: '1' };
  const lower = word.toLowerCase();
  const isUpper = word !== lower;
  if (/^[ivxlcdm]+$/.test(lower) && (lower.length > 1 || lower === 'i')) {
    const digits = [...lower].map((letter) => romanDigits[letter] ?? 0);
    const number = digits.reduce((sum, value, n) => sum + (value < (digits[n + 1] ?? 0) ? -value : value), 0);
    return { number, style: isUpper ? 'I' : 'i' };
  }
  if (lower.length > 1) return undefined;
  return { number: lower.charCodeAt(0) - 96, style: isUpper ? 'A' : 'a' };
}
