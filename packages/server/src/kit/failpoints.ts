/**
 * Failpoints: named points in the processing of a job, a webhook delivery or an email message, at which a test can kill
 * the process. No-op in production.
 */

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
