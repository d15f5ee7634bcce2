/** A whole number in a query, as its schema. */
import { z } from 'zod';

/** Of digits only: what else JavaScript takes for a number is refused. */
export function wholeNumber(minimum: number, maximum: number) {
  const valid = `a whole number from ${minimum} to ${maximum}`;
  const fromText = (text: unknown) =>
    typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text;
  return z.preprocess(fromText, z.int(valid).min(minimum, valid).max(maximum, valid));
}
