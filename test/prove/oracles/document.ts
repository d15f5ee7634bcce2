/** The document oracle. */
import type { Claim } from '../oracle.ts';

export function checkDocument(_files: readonly string[], _claim: Claim): Promise<void> {
  return Promise.reject(new Error('the document oracle is still to be written'));
}
