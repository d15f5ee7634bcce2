/** The audio oracle. */
import type { Claim } from '../oracle.ts';

export function checkAudio(_files: readonly string[], _claim: Claim): Promise<void> {
  return Promise.reject(new Error('the audio oracle is still to be written'));
}
