/** Measures how many columns a text occupies in a font with letters of equal width. */

const zero = /[\p{Mn}\p{Me}\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/u;
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** Returns the number of columns. */
export function columnsOf(text: string): number {
  if (/^[\u0020-\u02ff]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += zero.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return columns;
}
