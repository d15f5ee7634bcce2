/** Paths of the entries that the server's pages load. For each entry, the manifest lists the built files. */

/** Script that every page loads. */
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
