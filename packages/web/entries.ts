/** Paths of the entries that the server's pages load. The manifest lists the built files of each. */

/** The script of every page. */
export const commonScript = 'src/page.ts';

export const convertTool = 'src/convert/main.tsx';

export const entries = [
  commonScript,
  convertTool,
  'src/dashboard/main.tsx',
  'src/dashboard/sign-in-page.ts',
  'src/reference.ts',
  'src/icons/sprite.svg',
  'src/icons/mark.svg',
] as const;
