/** The interface of a reformatter: writes the text of one format again in another layout. */
import type { Options } from '../../../contract/options.ts';

/** Returns the text in the layout that `options` ask for, without them in the smallest layout that people still read. */
export type Reformatter = (text: string, options: Options) => string;
