/** Formats prices for a language. */

/** Formats an amount in US dollars. Prices of single conversions include tenths of a cent. */
export function writeUsd(usd: number, language: string): string {
  const digits = Number.isInteger(usd) ? 0 : 2;
  const text = usd.toLocaleString(language, {
    ...{ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: 3 },
  });
  // In Arabic, the currency symbol is `US$`. A left-to-right mark after the symbol keeps its letters and the dollar
  // sign together in right-to-left text.
  return text.replace('US$', 'US$\u200e');
}
