/** The archive oracle. */
import type { Claim } from '../oracle.ts';

export function checkArchive(_files: readonly string[], _claim: Claim): Promise<void> {
  return Promise.reject(new Error('the archive oracle is still to be written'));
}
