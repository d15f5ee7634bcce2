/** Makes the lines of the fake Stripe's invoices. Amounts are in cents. */
import type { MeterValue } from './state.ts';

export interface InvoiceLine {
  price: string;
  quantity: number;
  amount: number;
}

/**
 * Returns a line that charges a part of a monthly price, for the time from `from` to `to` in Unix seconds. `to` is the
 * end of the month. If `amount` is negative, the line is a refund.
 */
export function proratedLine(price: string, amount: number, from: number, to: number): InvoiceLine {
  const end = new Date(to * 1000);
  const start = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1) / 1000;
  return { price, quantity: 1, amount: Math.round((amount * (to - from)) / (to - start)) };
}

export const invoiceOfPeriod = (price: string, amount: number): InvoiceLine => ({
  price,
  quantity: 1,
  amount,
});

export function meteredLine(price: string, amount: number, hours: readonly MeterValue[]): InvoiceLine {
  const quantity = hours.reduce((sum, { value }) => sum + value, 0);
  return { price, quantity, amount: Math.round(quantity * amount) };
}
