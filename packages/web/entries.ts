/** What pages of the server load, by path in this package: each has its files in the manifest. */

export const entries = [
  'src/page.ts',
  'src/convert/main.tsx',
  'src/dashboard/main.ts',
  'src/reference.ts',
  'src/icons/sprite.svg',
  'src/icons/mark.svg',
] as const;
