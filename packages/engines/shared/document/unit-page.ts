/**
 * Writes units (`units.ts`) as one HTML page with a numbered mark before each unit, so that pandoc converts all units
 * in one run. After the conversion, the marks show where the Markdown of each unit begins.
 */
import { pageOf, bodyOf, type PageOptions } from './page.ts';
import { emptyDocument } from './model.ts';
import type { Unit } from './units.ts';

/**
 * Private-use characters that enclose the mark of a unit. The private-use characters are removed from the text of the
 * units.
 */
const [open, close] = ['\ue000', '\ue001'];

export function unitPage(units: readonly Unit[], options: PageOptions): string {
  const parts = units.map(({ blocks }, n) => {
    const body = bodyOf(blocks, options).replaceAll(open, '').replaceAll(close, '');
    return `<p>${open}${n}${close}</p>\n${body}`;
  });
  return pageOf(emptyDocument(), options).replace('</body>', () => `${parts.join('\n')}\n</body>`);
}

/** Returns the Markdown of each unit. */
export function unitTexts(markdown: string, count: number): string[] {
  const texts = Array.from({ length: count }, () => '');
  for (const part of markdown.split(open).slice(1)) {
    const [number = '', text = ''] = part.split(close);
    texts[Number(number)] = withoutPadding(text);
  }
  return texts;
}

/** Removes the spaces that align the columns of a table, because they cost tokens but add no meaning. */
export const withoutPadding = (text: string) => text.trim().replace(/^\|.*\|$/gm, compact);

const compact = (row: string) =>
  row.includes('`') ? row : row.replace(/ {2,}/g, ' ').replace(/-{4,}/g, '---');
