/** What the parts of the tool share. */
import type { Announcer } from './announcer.ts';
import type { Queue } from './queue.ts';
import type { NewFile, Tool } from '../state/tool.ts';
import type { Words } from '../words.ts';

export interface App {
  tool: Tool;
  queue: Queue;
  words: Words;
  announcer: Announcer;
  add: (files: readonly NewFile[]) => void;
}
