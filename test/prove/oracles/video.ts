/** The video oracle. */
import type { Claim } from '../oracle.ts';

export function checkVideo(_files: readonly string[], _claim: Claim): Promise<void> {
  return Promise.reject(new Error('the video oracle is still to be written'));
}
