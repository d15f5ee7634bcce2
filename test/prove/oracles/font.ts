/** The font oracle. */
import type { Claim } from '../oracle.ts';

export function checkFont(_files: readonly string[], _claim: Claim): Promise<void> {
  return Promise.reject(new Error('the font oracle is still to be written'));
}
