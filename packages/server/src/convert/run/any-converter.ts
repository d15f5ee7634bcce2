/** The interface of converters with engines in this process or in worker processes. */
import type { Converter } from './converter.ts';
import type { Reporter } from '../result/reporter.ts';

/** Converts files with the engines of this process or of worker processes. */
export type AnyConverter = Pick<
  Converter,
  | 'plan'
  | 'planPart'
  | 'planAhead'
  | 'optionsOf'
  | 'convert'
  | 'convertPart'
  | 'combine'
  | 'pack'
  | 'expectedMs'
  | 'checkQueue'
  | 'now'
  | 'load'
> & { readonly reporter: Pick<Reporter, 'ofSeveral'> };
