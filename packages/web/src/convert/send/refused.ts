/** An answer that refuses a step of several, as an error that ends the rest of them. */
import type { Outcome } from './outcome.ts';

export class Refused extends Error {
  readonly outcome: Extract<Outcome, { kind: 'refused' }>;

  constructor(outcome: Extract<Outcome, { kind: 'refused' }>) {
    super(outcome.refusal.message);
    this.outcome = outcome;
  }
}
