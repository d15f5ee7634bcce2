/** Joins items to lists, and writes lists in Markdown. */
import type { BlockOf } from '../model.ts';
import { isBullet, readMarker } from '../lists.ts';

interface Item {
  text: string;
  /** Nested lists, and the text between these lists. */
  parts: (List | string)[];
}

interface List {
  depth: number;
  /** Number of the first item. Undefined for a list with bullets. */
  start: number | undefined;
  items: Item[];
}

/** Builds the lists of consecutive items. */
export class ListBuilder {
  readonly #top: (List | string)[] = [];
  readonly #open: List[] = [];

  /** Adds a list mark, which belongs to the last item of the list. */
  mark(mark: string): void {
    (this.#open.at(-1)?.items.at(-1)?.parts ?? this.#top).push(mark);
  }

  /**
   * Adds an item. `write` returns the text of the item in Markdown, after a marker that Markdown does not support as a
   * marker.
   */
  add({ depth, marker }: BlockOf<'item'>, write: (prefix: string) => string): void {
    while ((this.#open.at(-1)?.depth ?? -1) > depth) this.#open.pop();
    const read = readMarker(marker);
    const number = read?.style === '1' ? read.number : undefined;
    const last = this.#open.at(-1);
    const follows =
      last?.depth === depth &&
      (number === undefined
        ? last.start === undefined
        : last.start !== undefined && number === last.start + last.items.length);
    if (last?.depth === depth && !follows) this.#open.pop();
    const list = follows ? last : this.#begin({ depth, start: number, items: [] });
    list.items.push({ text: write(number !== undefined || isBullet(marker) ? '' : `${marker} `), parts: [] });
  }

  /** Ends all open lists, so that the next item begins a new list. */
  close(): void {
    this.#open.length = 0;
  }

  #begin(list: List): List {
    const outer = this.#open.at(-1);
    const parent = outer?.items.at(-1)?.parts ?? this.#top;
    parent.push(list);
    this.#open.push(list);
    return list;
  }

  /** Returns the lists in Markdown. A comment separates adjacent lists of the same kind, which would be joined. */
  markdown(): string {
    return separated(this.#top).join('\n\n');
  }
}

/** Returns lists and marks. A comment separates adjacent lists of the same kind. */
function separated(parts: readonly (List | string)[]): string[] {
  const written: string[] = [];
  let last: List | undefined;
  for (const part of parts) {
    const text = typeof part === 'string' ? part : listMarkdown(part);
    if (text === '') continue;
    const list = typeof part === 'string' ? undefined : part;
    if (last && list && (last.start === undefined) === (list.start === undefined)) written.push('<!-- -->');
    written.push(text);
    last = list;
  }
  return written;
}

function listMarkdown({ start, items }: List): string {
  return items
    .filter(({ text, parts }) => text !== '' || parts.length > 0)
    .map(({ text, parts }, n) => {
      const mark = start === undefined ? '- ' : `${`${start + n}.`.padEnd(3)} `;
      const inner = separated(parts).join('\n\n');
      const content = [text, inner].filter((part) => part !== '').join('\n');
      return mark + content.replaceAll('\n', `\n${' '.repeat(mark.length)}`).replace(/^ +$/gm, '');
    })
    .join('\n');
}
