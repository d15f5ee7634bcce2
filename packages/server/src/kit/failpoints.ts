/** Failpoints: named points of a job at which a test may kill the process. In production they do nothing. */

export type FailpointName =
  'after-engine' | 'after-rename' | 'before-commit' | 'after-commit' | 'before-post' | 'after-post';

export interface Failpoints {
  reach(point: FailpointName): void | Promise<void>;
}

export const noFailpoints: Failpoints = { reach: () => {} };
