/** Failpoints: named points of a job, a delivery or a mail at which a test may kill the process. In production they do nothing. */

export type FailpointName =
  | 'after-engine'
  | 'after-rename'
  | 'before-commit'
  | 'after-commit'
  | 'before-post'
  | 'after-post'
  | 'after-mail';

export interface Failpoints {
  reach(point: FailpointName): void | Promise<void>;
}

export const noFailpoints: Failpoints = { reach: () => {} };
