/** An error response, which is thrown to skip the remaining requests of a sequence. */
import type { Outcome } from './outcome.ts';

export class Refused extends Error {
  readonly outcome: Extract<Outcome, { kind: 'refused' }>;

  constructor(outcome: Extract<Outcome, { kind: 'refused' }>) {
    super(outcome.refusal.message);
    this.outcome = outcome;
  }
}
