/** The data oracle. */
import type { Claim } from '../oracle.ts';

export function checkData(_files: readonly string[], _claim: Claim): Promise<void> {
  return Promise.reject(new Error('the data oracle is still to be written'));
}
