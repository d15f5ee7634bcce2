/** State that the parts of the convert tool share. */
import type { Announcer } from './announcer.ts';
import type { Queue } from './queue.ts';
import type { NewFile, Tool } from '../state/tool.ts';
import type { Messages } from '../messages.ts';

export interface App {
  tool: Tool;
  queue: Queue;
  messages: Messages;
  announcer: Announcer;
  add: (files: readonly NewFile[]) => void;
}
