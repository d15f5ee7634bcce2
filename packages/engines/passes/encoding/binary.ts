/** Distinguishes decoded text from binary data. */

/** Control characters that text contains only if it is damaged: all except white space, backspace and escape. */
const controls = /[\0-\x07\x0e-\x1a\x1c-\x1f]/g;

/**
 * Unassigned, private-use and replacement characters. Random bytes decoded as UTF-16 contain many unassigned,
 * private-use and replacement characters.
 */
const meaningless = /[\p{Cn}\p{Co}\uFFFD]/gu;

// Returns whether decoded text is binary data. One unassigned, private-use or replacement character is tolerated in a
// text of any length, because a single invalid byte does not prove that a short text is binary.
export function isBinary(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(controls) * 1000 > text.length || (count(meaningless) - 1) * 20 > text.length;
}
