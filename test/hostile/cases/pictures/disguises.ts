/**
 * Scripts that have the file extension of a picture format. The server must detect the scripts by their content, and
 * must never run them.
 */
import { inCategory, type Fixtures, type FileCase } from '../../case.ts';

/** Returns a script in ImageMagick's drawing language (MVG) that reads a file. */
const mvg = (fixtures: Fixtures) =>
  `push graphic-context\nviewbox 0 0 100 100\nimage over 0,0 100,100 'text:${fixtures.text}'\nimage over 0,0 9,9 '${fixtures.url}x.png'\npop graphic-context\n`;
const mvgShell = (fixtures: Fixtures) =>
  `push graphic-context\nviewbox 0 0 100 100\nfill 'url(https://127.0.0.1/x.png"|touch "${fixtures.marker})'\npop graphic-context\n`;
const msl = (fixtures: Fixtures) =>
  `<?xml version="1.0"?><image><read filename="${fixtures.picture}"/><write filename="${fixtures.marker}"/></image>`;
const postScript = (fixtures: Fixtures) =>
  `%!PS\n(${fixtures.marker}) (w) file dup (x) writestring closefile\n(${fixtures.text}) (r) file 99 string readstring pop = showpage\n`;

const svg = (fixtures: Fixtures) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file://${fixtures.picture}" width="9" height="9"/></svg>`;

const poses: readonly [string, string, FileCase['kind'], (fixtures: Fixtures) => string][] = [
  ['mvg', 'png', 'read', mvg],
  ['mvg-shell', 'png', 'code', mvgShell],
  ['msl', 'png', 'write', msl],
  ['postscript', 'png', 'write', postScript],
  ['mvg', 'gif', 'read', mvg],
  ['mvg-shell', 'jpg', 'code', mvgShell],
  ['msl', 'bmp', 'write', msl],
  ['postscript', 'jpg', 'write', postScript],
  ['mvg', 'pcx', 'read', mvg],
  ['postscript', 'tiff', 'write', postScript],
  ['msl', 'miff', 'write', msl],
  ['mvg', 'tga', 'read', mvg],
  ['postscript', 'heic', 'write', postScript],
  ['mvg-shell', 'ico', 'code', mvgShell],
  ['svg', 'png', 'read', svg],
  ['svg', 'webp', 'read', svg],
  ['svg', 'bmp', 'read', svg],
];

/**
 * Scripts that have the file extension of a picture format. The server must refuse these scripts before any tool reads
 * them, because some tools ignore the extension and would run the script.
 */
const posing: readonly FileCase[] = poses.flatMap(([what, ext, kind, make]) => [
  {
    name: `${ext}-is-${what}`,
    kind,
    ext,
    to: [ext === 'webp' ? 'png' : 'webp', 'bmp'].filter((to) => to !== ext),
    refused: true,
    make,
  },
  {
    name: `${ext}-is-${what}-declared`,
    kind,
    ext,
    to: [ext === 'webp' ? 'png' : 'webp'],
    fields: { source: ext },
    refused: true,
    make,
  },
]);

/** Scripts in ImageMagick's languages MVG and MSL. The server must not accept MVG and MSL as source formats. */
const languages: readonly FileCase[] = (
  [
    ['mvg', 'code', mvgShell],
    ['msl', 'write', msl],
  ] as const
).map(([ext, kind, make]) => ({
  name: `source-${ext}`,
  kind,
  ext,
  to: ['png'],
  fields: { source: ext },
  refused: true,
  make,
}));
export const disguises = inCategory('image', [...posing, ...languages]);
