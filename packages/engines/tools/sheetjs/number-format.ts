/** Determines from a number format whether a cell contains a date, a time, an elapsed time or a plain number. */

export type NumberKind = 'number' | 'date' | 'moment' | 'time' | 'elapsed';

const known = new Map<string, NumberKind>();

/**
 * Returns the kind of the first section of a format code in Excel's notation. For example, `m/d/yy h:mm` is a `moment`.
 */
export function numberKind(format: string): NumberKind {
  let kind = known.get(format);
  if (kind === undefined) known.set(format, (kind = kindOf(format)));
  return kind;
}

/** Matches literal text: text in quotes, and the character after a backslash, an underscore or an asterisk. */
const literals = /"[^"]*"?|\\.|_.|\*./gs;
/**
 * Codes for the system's date format and time format. If a number format begins with the code for a system format, the
 * rest of the number format is ignored.
 */
const [systemDate, systemTime] = [/^\[\$-x?(?:F800|sysdate)\]/i, /^\[\$-x?(?:F400|systime)\]/i];

function kindOf(format: string): NumberKind {
  if (systemDate.test(format)) return 'date';
  if (systemTime.test(format)) return 'time';
  const [first = ''] = format.replace(literals, '').split(';');
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'elapsed';
  const code = first.replace(/\[[^\]]*\]/g, '').toLowerCase();
  if (code.includes('general')) return 'number';
  const bare = code.replace(/am\/pm|a\/p/g, '');
  const hasTime = /[hs]/.test(bare);
  // If a format has hours or seconds, the letter m means minutes. The letter e means a year, unless a digit precedes
  // it.
  const hasDate = /[ydg]|bb|^[^0#?]*e/.test(bare) || (!hasTime && bare.includes('m'));
  if (hasDate) return hasTime ? 'moment' : 'date';
  return hasTime ? 'time' : 'number';
}
