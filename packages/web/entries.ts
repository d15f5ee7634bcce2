/** Paths of the entries that the server's pages load. The manifest lists the built files of each. */

export const convertTool = 'src/convert/main.tsx';

export const entries = [
  'src/page.ts',
  convertTool,
  'src/dashboard/main.tsx',
  'src/dashboard/sign-in-page.ts',
  'src/reference.ts',
  'src/icons/sprite.svg',
  'src/icons/mark.svg',
] as const;
