/** An error response in one of several steps, thrown to end the remaining steps. */
import type { Outcome } from './outcome.ts';

export class Refused extends Error {
  readonly outcome: Extract<Outcome, { kind: 'refused' }>;

  constructor(outcome: Extract<Outcome, { kind: 'refused' }>) {
    super(outcome.refusal.message);
    this.outcome = outcome;
  }
}
