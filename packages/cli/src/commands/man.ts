/** `protean man`: prints the manual page, for `man -l -`. */
import type { Run } from '../command.ts';
import { exitStatus } from '../exit-status.ts';
import { manPage } from '../man-page.ts';
import { version } from '../version.ts';

export const man: Run = ({ commands }) => {
  process.stdout.write(manPage(version, commands));
  return Promise.resolve(exitStatus.ok);
};
