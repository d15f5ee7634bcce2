/**
 * Shows control characters as escapes, so that a file name cannot move the cursor, hide text or forge a line
 * of output.
 */

/**
 * Control characters (C0, DEL, C1), line and paragraph separators, and characters that reorder text. Direction marks in
 * Arabic and Hebrew names are not included, because they reorder nothing.
 */
const controls = /[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const hexOf = (character: string, digits: number) =>
  character.charCodeAt(0).toString(16).padStart(digits, '0');

/** Returns `text` as one line with escapes, such as `a\x1b[2J.png`. */
export const visible = (text: string): string =>
  text.replaceAll(
    controls,
    (character) =>
      named[character] ?? (character <= '\xff' ? `\\x${hexOf(character, 2)}` : `\\u${hexOf(character, 4)}`),
  );

/**
 * Escapes multiline text, but keeps its line breaks and tabs. Do not use `visibleLines` for names, because a line break
 * in a name could forge a line of output.
 */
export const visibleLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(visible).join('\t'))
    .join('\n');

/** Escapes characters in JSON that a terminal would interpret. The escaped JSON has the same value when parsed. */
export const visibleJson = (json: string): string =>
  json.replaceAll(controls, (character) => (character < ' ' ? character : `\\u${hexOf(character, 4)}`));
