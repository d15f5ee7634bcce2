/** Joins the words of a line. */
import { merged } from '../blocks.ts';
import type { Span, Word } from '../pieces.ts';

/** Returns the spans of a line's words, with spaces between them. */
export function lineSpans(words: readonly Word[]): Span[] {
  return merged(
    words.flatMap(({ spans }, n) => {
      const before = words[n - 1]?.spans.at(-1);
      const [first] = spans;
      if (!before || !first) return spans;
      // The space between two words has a link or style only if both words have it.
      const hasFormula = before.tex !== undefined || first.tex !== undefined;
      const isPlain = hasFormula || before.href !== first.href;
      return [{ ...(isPlain ? withoutLink(before) : first), text: ' ' }, ...spans];
    }),
  ).filter((span) => span.text);
}

function withoutLink({ bold, italic, mono }: Span): Span {
  return { text: ' ', bold, italic, mono };
}
