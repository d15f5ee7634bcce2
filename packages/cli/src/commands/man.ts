/** `protean man`: prints the manual page, which `man -l -` can display. */
import type { Run } from '../command.ts';
import { exitStatus } from '../exit-status.ts';
import { printUnchanged } from '../terminal.ts';
import { manPage } from '../man-page.ts';
import { version } from '../version.ts';

export const man: Run = ({ commands }) => {
  printUnchanged(manPage(version, commands));
  return Promise.resolve(exitStatus.ok);
};
