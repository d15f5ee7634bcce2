/**
 * DXF drawings with references to pictures and other drawings, with recursive or very often repeated blocks, or with
 * excessive dimensions.
 */
import {
  exchangeDrawing,
  groups,
  insert,
  lettered,
  line,
  type Group,
} from '../../../samples/documents/exchange-drawing.ts';
import { inCategory, type FileCase } from '../../case.ts';

const targets = ['png', 'pdf', 'svg'];

const unit = line(0, 0, 1, 1);

/** Returns a drawing that refers to `file` twice: as a picture, and as an external drawing in a block. */
const referring = (file: string) =>
  exchangeDrawing({
    entities: [
      unit,
      groups(
        '0 IMAGE; 100 AcDbEntity; 8 0; 100 AcDbRasterImage; 10 0; 20 0; 30 0; 11 1; 21 0; 31 0; 12 0; 22 1; 32 0; 13 9; 23 9; 340 A1; 70 7; 280 0; 71 1; 91 2; 14 -0.5; 24 -0.5; 14 8.5; 24 8.5',
      ),
      insert('REFERRED', 0, 0),
    ],
    blocks: { REFERRED: [[[1, file]]] },
    objects: [
      groups('0 DICTIONARY; 5 C; 100 AcDbDictionary; 281 1'),
      groups(`0 IMAGEDEF; 5 A1; 100 AcDbRasterImageDef; 90 0; 1 ${file}; 10 9; 20 9`),
    ],
  });

/** Blocks `B0` to `B9`. Each block draws the previous block 10 times. */
const laughing = Object.fromEntries(
  Array.from({ length: 10 }, (_, n): [string, Group[][]] => [
    `B${n}`,
    n ? Array.from({ length: 10 }, (__, at) => insert(`B${n - 1}`, at, 0)) : [unit],
  ]),
);

const hatched = groups(
  '0 HATCH; 100 AcDbEntity; 8 0; 100 AcDbHatch; 10 0; 20 0; 30 0; 2 ANSI31; 70 0; 71 0; 91 1; 92 3; 72 0; 73 1; 93 4; 10 0; 20 0; 10 1e6; 20 0; 10 1e6; 20 1e6; 10 0; 20 1e6; 97 0; 75 1; 76 1; 52 0; 41 1e-6; 77 0; 78 1; 53 45; 43 0; 44 0; 45 -1e-5; 46 1e-5; 79 2; 49 1e-5; 49 -1e-5; 98 0',
);

const rows: readonly FileCase[] = [
  {
    name: 'dxf-files',
    kind: 'read',
    ext: 'dxf',
    to: targets,
    make: ({ picture }) => referring(picture),
  },
  {
    name: 'dxf-text-files',
    kind: 'read',
    ext: 'dxf',
    to: targets,
    make: ({ text }) => referring(text),
  },
  {
    name: 'dxf-web',
    kind: 'network',
    ext: 'dxf',
    to: targets,
    make: ({ url }) => referring(`${url}a.png`),
  },
  {
    name: 'dxf-markup-in-text',
    kind: 'network',
    ext: 'dxf',
    to: targets,
    make: ({ url }) =>
      exchangeDrawing({
        entities: [unit, lettered(`</text><image href="${url}a.png" width="9" height="9"/><text>`, 0, 0, 1)],
      }),
  },
  {
    name: 'dxf-block-of-itself',
    kind: 'resource',
    ext: 'dxf',
    to: targets,
    make: () =>
      exchangeDrawing({
        entities: [insert('A', 0, 0)],
        blocks: { A: [unit, insert('B', 0, 0)], B: [insert('A', 1, 1), insert('A', 2, 2)] },
      }),
  },
  {
    name: 'dxf-laughs',
    kind: 'resource',
    ext: 'dxf',
    to: targets,
    make: () => exchangeDrawing({ entities: [insert('B9', 0, 0)], blocks: laughing }),
  },
  {
    name: 'dxf-array',
    kind: 'resource',
    ext: 'dxf',
    to: targets,
    make: () =>
      exchangeDrawing({
        entities: [insert('A', 0, 0, ...groups('70 32000; 71 32000; 44 1; 45 1'))],
        blocks: { A: [unit] },
      }),
  },
  {
    name: 'dxf-empty-array',
    kind: 'resource',
    ext: 'dxf',
    to: ['png'],
    make: () =>
      exchangeDrawing({
        entities: [insert('A', 0, 0, ...groups('70 32000; 71 32000; 44 1; 45 1'))],
        blocks: { A: [] },
      }),
  },
  {
    name: 'dxf-far-away',
    kind: 'resource',
    ext: 'dxf',
    to: targets,
    make: () =>
      exchangeDrawing({
        entities: [
          line(-1e308, -1e308, 1e308, 1e308),
          line(0, 0, 1e300, 1),
          lettered('x'.repeat(1000), 0, 0, 1e300),
          unit,
        ],
      }),
  },
  {
    name: 'dxf-hatch-dense',
    kind: 'resource',
    ext: 'dxf',
    to: ['png'],
    make: () => exchangeDrawing({ entities: [unit, hatched] }),
  },
  {
    name: 'dxf-dashes-dense',
    kind: 'resource',
    ext: 'dxf',
    to: ['png'],
    make: () =>
      exchangeDrawing({
        header: groups('9 $LTSCALE; 40 1e-9'),
        lineTypes: [groups('0 LTYPE; 2 D; 70 0; 3 D; 72 65; 73 2; 40 2e-6; 49 1e-6; 74 0; 49 -1e-6; 74 0')],
        entities: [[...line(0, 0, 1e9, 1e9), [6, 'D']], unit],
      }),
  },
  {
    name: 'dxf-many-entities',
    kind: 'resource',
    ext: 'dxf',
    to: ['png'],
    make: () => exchangeDrawing({ entities: Array.from({ length: 20_000 }, (_, n) => line(0, n, n, 0)) }),
  },
];

export const exchangeDrawingCases = inCategory('image', rows);
