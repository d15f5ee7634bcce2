/** Distinguishes decoded text from binary data. */

/**
 * Control characters other than white space and the terminal escape. In text, only damaged bytes decode to such
 * characters.
 */
const controls = /[\0-\x07\x0e-\x1a\x1c-\x1f]/g;

/**
 * Unassigned, private-use and replacement characters. Random bytes decoded as UTF-16 contain many of these characters.
 */
const meaningless = /[\p{Cn}\p{Co}\uFFFD]/gu;

// A single invalid byte does not prove that a short text is binary.
export function isBinary(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(controls) * 1000 > text.length || (count(meaningless) - 1) * 20 > text.length;
}
