/** The list of engines; a test keeps it equal to the folder. */
import type { Engine } from './engine.ts';
import { pandoc } from './pandoc.ts';
import { sharp } from './sharp.ts';

export const engines: readonly Engine[] = [pandoc, sharp];
