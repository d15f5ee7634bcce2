/** Sorts parts of a line, given from left to right, into their reading order. */

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const digit = /[\d\u0660-\u0669\u06f0-\u06f9]/;
const leftToRight = /\p{L}/u;
/** Matches characters that belong to a number if they are between two digits. */
const inNumbers = /^[.,:/\u066b\u066c%-]$/;

type Kind = 'right' | 'left' | 'digit' | 'neutral';

/** The kinds of ASCII characters by code, because most characters are ASCII characters. */
const asciiKinds = Array.from({ length: 128 }, (_, code) => testedKind(String.fromCharCode(code)));

const kindOf = (text: string): Kind =>
  (text.length === 1 ? asciiKinds[text.charCodeAt(0)] : undefined) ?? testedKind(text);

function testedKind(text: string): Kind {
  if (rightToLeft.test(text)) return /[\u0660-\u0669\u06f0-\u06f9]/.test(text) ? 'digit' : 'right';
  if (digit.test(text)) return 'digit';
  return leftToRight.test(text) ? 'left' : 'neutral';
}

export const isRightToLeft = (text: string): boolean =>
  (text.length > 1 || text >= '\u0590') && rightToLeft.test(text);

/** Returns whether a line with this text reads from right to left. */
export function readsRightToLeft(texts: Iterable<string>): boolean {
  let balance = 0;
  for (const text of texts) {
    const kind = kindOf(text);
    if (kind === 'right') balance += 1;
    if (kind === 'left') balance -= 1;
  }
  return balance > 0;
}

/** Returns the parts in reading order. `parts` are in the order of their positions on the page, from left to right. */
export function inReadingOrder<Part extends { text: string }>(parts: readonly Part[], rtl: boolean): Part[] {
  const kinds = numbersJoined(
    parts.map(({ text }) => kindOf(text)),
    parts,
  );
  if (rtl)
    return turnRuns(parts.toReversed(), kinds.toReversed(), (kind) => kind === 'left' || kind === 'digit');
  if (!kinds.includes('right')) return [...parts];
  const turned = turnRuns(parts, kinds, (kind) => kind === 'right');
  return turned;
}

function numbersJoined(kinds: readonly Kind[], parts: readonly { text: string }[]): Kind[] {
  return kinds.map((kind, n) =>
    kind === 'neutral' &&
    kinds[n - 1] === 'digit' &&
    kinds[n + 1] === 'digit' &&
    inNumbers.test(parts[n]?.text ?? '')
      ? 'digit'
      : kind,
  );
}

/**
 * Reverses each sequence of consecutive parts whose kind `turns` accepts. A neutral part between two parts that `turns`
 * accepts belongs to the same sequence as these two parts.
 */
function turnRuns<Part>(
  parts: readonly Part[],
  kinds: readonly Kind[],
  turns: (kind: Kind) => boolean,
): Part[] {
  const result: Part[] = [];
  for (let at = 0; at < parts.length;) {
    const kind = kinds[at];
    if (!kind || !turns(kind)) {
      result.push(...parts.slice(at, at + 1));
      at += 1;
      continue;
    }
    let end = at + 1;
    for (let next = end; next < parts.length; next += 1) {
      const here = kinds[next] ?? 'neutral';
      if (turns(here)) end = next + 1;
      else if (here !== 'neutral' && !(kind === 'right' && here === 'digit')) break;
      else if (kind === 'digit' && here === 'neutral') break;
    }
    const run = parts.slice(at, end).reverse();
    // Within a right-to-left run, numbers are still written from left to right.
    result.push(...(kind === 'right' ? turnDigits(run, kinds.slice(at, end).reverse()) : run));
    at = end;
  }
  return result;
}

function turnDigits<Part>(parts: readonly Part[], kinds: readonly Kind[]): Part[] {
  return turnRuns(parts, kinds, (kind) => kind === 'digit');
}

/** Replaces presentation forms of letters, which only typesetting needs, by plain letters. */
export function plainLetters(text: string): string {
  return /[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? text.normalize('NFKC') : text;
}
