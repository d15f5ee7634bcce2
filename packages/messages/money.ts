/** Formats prices for a language. */

/** Formats an amount in US dollars. Prices of single conversions include tenths of a cent. */
export function writeUsd(usd: number, language: string): string {
  const digits = Number.isInteger(usd) ? 0 : 2;
  const text = usd.toLocaleString(language, {
    ...{ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: 3 },
  });
  // The mark after the symbol of Arabic keeps its letters and its sign together.
  return text.replace('US$', 'US$\u200e');
}
