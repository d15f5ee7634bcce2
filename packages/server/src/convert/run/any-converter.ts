/** What a converter is, whether its engines are those of this process or of others. */
import type { Converter } from './converter.ts';
import type { Reporter } from '../result/reporter.ts';

/** What converts: the engines of this process, or those of worker processes. */
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
