/** The spreadsheet oracle. */
import type { Claim } from '../oracle.ts';

export function checkSpreadsheet(_files: readonly string[], _claim: Claim): Promise<void> {
  return Promise.reject(new Error('the spreadsheet oracle is still to be written'));
}
