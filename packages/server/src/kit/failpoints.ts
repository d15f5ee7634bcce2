/** Named points of the work on a job at which a test may end the process; otherwise nothing happens there. */

export type FailpointName =
  'after-engine' | 'after-rename' | 'before-commit' | 'after-commit' | 'before-post' | 'after-post';

export interface Failpoints {
  reach(point: FailpointName): void | Promise<void>;
}

export const noFailpoints: Failpoints = { reach: () => {} };
