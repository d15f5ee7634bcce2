/** The flags of `protean watch` that are no options of a conversion. */
import { outFlag, serverFlag, toFlag } from './convert-flags.ts';

export const watchFlags = [toFlag, outFlag, serverFlag];
