/** Finds the lines that the tags of a PDF mark as headings, and checks whether the tags are plausible. */
import type { PageWithoutGlyphs, TagPlace } from '../page-data.ts';
import { pieceText, type Piece } from '../pieces.ts';

/** A heading in the structure tree of the PDF. */
export interface TaggedHeading {
  number: number;
  level: number;
}

interface ReadPage {
  page: PageWithoutGlyphs;
  pieces: readonly Piece[];
}

/** Headings may be at most this share of the text, and have at most this average number of letters. */
const mostText = 0.5;
const mostLetters = 150;
/** Minimum number of headings in tags that replace the headings that are found by their style. */
const leastHeadings = 3;

/** The tagged headings of a document. If most tags are on running text, all tags are ignored. */
export class HeadingTags {
  /** Whether the tags mark so many headings that a line without a tag is not a heading because of its style. */
  readonly areComplete: boolean = false;
  readonly #lines = new Map<Piece, TaggedHeading>();

  constructor(pages: readonly ReadPage[]) {
    const numbers = new Set<number>();
    let [letters, total] = [0, 0];
    for (const { page, pieces } of pages) {
      for (const piece of pieces) {
        const { length } = pieceText(piece);
        total += length;
        const found = headingAt(piece, page.tags ?? []);
        if (!found) continue;
        this.#lines.set(piece, found);
        numbers.add(found.number);
        letters += length;
      }
    }
    if (letters > mostText * total || letters > mostLetters * numbers.size) this.#lines.clear();
    else this.areComplete = numbers.size >= leastHeadings;
  }

  /** Returns the heading to which all pieces of a line belong. */
  of(pieces: readonly Piece[]): TaggedHeading | undefined {
    const [first, ...others] = pieces.map((piece) => this.#lines.get(piece));
    return others.every((one) => one?.number === first?.number) ? first : undefined;
  }
}

/** Maximum width of a section number that is outside the tag of its heading, in units of the font size. */
const widestNumber = 4;

/**
 * Returns the heading that contains the text of a piece to its end. If only the start of a paragraph is tagged, the
 * piece is not a heading.
 */
function headingAt({ box, y, size }: Piece, tags: readonly TagPlace[]): TaggedHeading | undefined {
  const places = tags
    .filter(
      (place) =>
        Math.abs(place.y - y) < 0.3 * size && place.x > box[0] - 0.5 * size && place.x < box[2] - 0.1 * size,
    )
    .sort((one, two) => one.x - two.x);
  const start = places.findIndex(({ level }) => level > 0);
  const [first, ...others] = start < 0 ? [] : places.slice(start);
  if (!first || others.some(({ number }) => number !== first.number)) return undefined;
  if (start > 0 && first.x - box[0] > widestNumber * size) return undefined;
  return { number: first.number, level: first.level };
}
