/** Named points of the work on a job at which a test may end the process; otherwise nothing happens there. */

export type FaultPoint =
  'after-engine' | 'after-rename' | 'before-commit' | 'after-commit' | 'before-post' | 'after-post';

export interface Faults {
  at(point: FaultPoint): void | Promise<void>;
}

export const noFaults: Faults = { at: () => {} };
