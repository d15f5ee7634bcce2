/** Interface of a reformatter, which rewrites the text of one format in another layout. */
import type { Options } from '../../../contract/options.ts';

/** Returns the text in the layout that `options` request, by default in the most compact readable layout. */
export type Reformatter = (text: string, options: Options) => string;
