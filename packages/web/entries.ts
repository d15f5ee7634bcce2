/** What pages of the server load, by path in this package: each has its files in the manifest. */

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
