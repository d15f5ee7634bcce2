/** Returns the markers of numbered list items, such as `3.`, `(c)` or `iv)`. */

const letters = (n: number): string =>
  n < 1 ? '' : letters(Math.floor((n - 1) / 26)) + String.fromCharCode(97 + ((n - 1) % 26));

const romans = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;

function roman(n: number): string {
  const found = romans.find(([, value]) => value <= n);
  return found ? found[0] + roman(n - found[1]) : '';
}

const writers: Readonly<Record<string, (n: number) => string>> = {
  LowerAlpha: letters,
  UpperAlpha: (n) => letters(n).toUpperCase(),
  LowerRoman: (n) => (n < 4000 ? roman(n) : String(n)),
  UpperRoman: (n) => (n < 4000 ? roman(n).toUpperCase() : String(n)),
};

export function markerOf(n: number, style: string, delimiter: string): string {
  const number = (n > 0 && writers[style]?.(n)) || String(n);
  if (delimiter === 'TwoParens') return `(${number})`;
  return delimiter === 'OneParen' ? `${number})` : `${number}.`;
}
