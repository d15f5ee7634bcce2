/** The pages of a PDF in the order that the user chooses, and the options that produce this order. */

export type Turn = 0 | 90 | 180 | 270;

export interface ArrangedPage {
  /** Number of the page in the file, from 1. */
  number: number;
  /** Degrees to rotate clockwise. */
  turn: Turn;
  isLeftOut: boolean;
}

export type PageList = readonly ArrangedPage[];

/** Returns the pages of a file as they are: in order, not rotated, and all kept. */
export const pagesOf = (count: number): PageList =>
  Array.from({ length: count }, (_, at) => ({ number: at + 1, turn: 0, isLeftOut: false }));

/**
 * Moves the page at position `from` to position `to`. Returns `pages` itself if one of the positions does not exist.
 */
export function movePage(pages: PageList, from: number, to: number): PageList {
  const moved = pages[from];
  if (!moved || to < 0 || to >= pages.length) return pages;
  return pages.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Rotates a page clockwise by another 90 degrees. */
export const turnPage = (pages: PageList, at: number): PageList =>
  change(pages, at, (page) => ({ turn: ((page.turn + 90) % 360) as Turn }));

/** Removes a page, or adds it again if it was removed. */
export const togglePage = (pages: PageList, at: number): PageList =>
  change(pages, at, (page) => ({ isLeftOut: !page.isLeftOut }));

function change(pages: PageList, at: number, to: (page: ArrangedPage) => Partial<ArrangedPage>): PageList {
  return pages.map((page, n) => (n === at ? { ...page, ...to(page) } : page));
}

/**
 * Returns the options that produce `pages`. `page_order` contains page numbers of the file, and
 * `rotate_pages` contains page numbers of the result. Returns no options if the pages are unchanged.
 */
export function optionsOf(pages: PageList): Record<string, string> {
  const kept = pages.filter(({ isLeftOut }) => !isLeftOut);
  const isWhole = kept.length === pages.length && kept.every(({ number }, at) => number === at + 1);
  const turns = ([90, 180, 270] as const).flatMap((angle) => {
    const turned = kept.flatMap(({ turn }, at) => (turn === angle ? [at + 1] : []));
    return turned.length > 0 ? [`${angle}:${ranges(turned)}`] : [];
  });
  return {
    ...(isWhole ? {} : { page_order: ranges(kept.map(({ number }) => number)) }),
    ...(turns.length > 0 ? { rotate_pages: turns.join(';') } : {}),
  };
}

/** Writes numbers as a list in which consecutive numbers form a range: `1-3,7`. */
export function ranges(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[1] + 1 === number) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',');
}
