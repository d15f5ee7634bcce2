/** Rewrites calendars and cards in UTF-8, folded after 75 bytes, with the line ends that the standards require. */

const lineEnd = '\r\n';

/** Maximum length of a line in bytes. */
const widest = 75;

/**
 * Returns the calendar or the cards with every property unchanged. In vCard 2.1, only the names of charsets and the
 * line ends change. Lines of vCard 2.1 are not folded, because this version allows folds only at white space and within
 * quoted-printable text.
 */
export function reformatCards(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  while (lines.at(-1) === '') lines.pop();
  const isOld = lines.some((line) => /^VERSION:2\.1\s*$/i.test(line));
  const kept = isOld ? lines.map(inUtf8) : unfolded(lines).map(folded);
  return kept.map((line) => line + lineEnd).join('');
}

/**
 * If a line declares a charset, changes the charset to UTF-8, the encoding of the result. A quoted-printable line keeps
 * its charset, because its encoded bytes stay unchanged.
 */
const inUtf8 = (line: string) =>
  /^[^:]*QUOTED-PRINTABLE/i.test(line) ? line : line.replace(/^([^:]*;CHARSET=)[\w-]+/i, '$1UTF-8');

function unfolded(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && whole.length > 0) whole[whole.length - 1] += line.slice(1);
    else if (line !== '') whole.push(line);
  }
  return whole;
}

/**
 * Returns the line, folded into several lines. A line is folded only between two characters and never within a
 * character, because some readers decode each line separately.
 */
function folded(line: string): string {
  const parts = [''];
  let room = widest;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (size > room) {
      parts.push('');
      // The space at the start of a continuation line is part of the length of the line.
      room = widest - 1;
    }
    parts[parts.length - 1] += character;
    room -= size;
  }
  return parts.join(`${lineEnd} `);
}
