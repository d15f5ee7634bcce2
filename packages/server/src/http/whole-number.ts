/** Schema of a whole number in a query. */
import { z } from 'zod';

/** Returns a schema that accepts digits only, and rejects other notations that JavaScript would parse as a number. */
export function wholeNumber(minimum: number, maximum: number) {
  const valid = `a whole number from ${minimum} to ${maximum}`;
  const fromText = (text: unknown) =>
    typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text;
  return z.preprocess(fromText, z.int(valid).min(minimum, valid).max(maximum, valid));
}
