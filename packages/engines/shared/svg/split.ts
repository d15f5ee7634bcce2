/** Splits a string at pairs of marks, such as the start and end of a comment. */

/**
 * Returns the parts of the text between `begin` and `end`, and the text outside of these parts. Uses no regular
 * expression, because a regular expression would take quadratic time.
 */
export function split(text: string, begin: string, end: string): { within: string[]; outside: string } {
  const within: string[] = [];
  const outside: string[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf(begin, at);
    const to = from < 0 ? -1 : text.indexOf(end, from + begin.length);
    if (to < 0) return { within, outside: [...outside, text.slice(at)].join('') };
    outside.push(text.slice(at, from));
    within.push(text.slice(from + begin.length, to));
    at = to + end.length;
  }
}
