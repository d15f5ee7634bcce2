/** Tells binary data from text, once it has been decoded. */

/** Text has no control characters but white space and the escape of terminals; a few may be damage. */
const controls = /[\0-\x07\x0e-\x1a\x1c-\x1f]/g;

/** Characters that no text is made of, as random bytes are when they are read as UTF-16. */
const meaningless = /[\p{Cn}\p{Co}\uFFFD]/gu;

// One invalid byte says nothing of a short text.
export function isBinary(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(controls) * 1000 > text.length || (count(meaningless) - 1) * 20 > text.length;
}
