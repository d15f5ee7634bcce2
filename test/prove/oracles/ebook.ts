/** The ebook oracle. */
import type { Claim } from '../oracle.ts';

export function checkEbook(_files: readonly string[], _claim: Claim): Promise<void> {
  return Promise.reject(new Error('the ebook oracle is still to be written'));
}
