/** Lists the lines that may match a pattern in patterns.txt, each with the reason. */
export interface Exception {
  file: string;
  /** A part of the exempt line. */
  text: string;
  reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    file: 'test/samples/archives/packers.py',
    text: 'Maintainer: Nobody',
    reason: 'A field of a sample package, not a sentence.',
  },
  {
    file: 'packages/engines/shared/html/shown_page.py',
    text: '.get("checked") is not None',
    reason: 'Python code within a format string',
  },
  {
    file: 'packages/server/src/accounts/sign-up-messages.ts',
    text: 'without the link nobody gets anything',
    reason: 'A plain sentence of a mail.',
  },
];
