/**
 * Writes DXF drawings in ASCII, as lines of group codes and values. This module also provides the sample picture as a
 * DXF drawing.
 */
import { blocks as colours, blockSize, columns } from '../pictures/picture.ts';

/**
 * A group code and its value. Code 0 begins an entity. Code 8 is the entity's layer, and codes 10 and 20 are its first
 * point.
 */
export type Group = readonly [code: number, value: string | number];

export interface ExchangeDrawing {
  entities: readonly (readonly Group[])[];
  /** Reusable drawings by name. An entity of the type INSERT refers to a reusable drawing. */
  blocks?: Readonly<Record<string, readonly (readonly Group[])[]>>;
  layers?: readonly (readonly Group[])[];
  lineTypes?: readonly (readonly Group[])[];
  /** Objects to which entities refer by handle. */
  objects?: readonly (readonly Group[])[];
  header?: readonly Group[];
}

/** Parses groups that are separated by semicolons, for example `0 LINE; 8 0; 10 1.5`. */
export const groups = (text: string): Group[] =>
  text.split(';').map((group): Group => {
    const [code = '', ...value] = group.trim().split(' ');
    return [Number(code), value.join(' ')];
  });

const lines = (all: readonly Group[]) =>
  all.map(([code, value]) => `${String(code).padStart(3)}\n${value}\n`).join('');

const section = (name: string, content: readonly Group[]) =>
  lines([...groups(`0 SECTION; 2 ${name}`), ...content, [0, 'ENDSEC']]);

const table = (name: string, rows: readonly (readonly Group[])[]): Group[] => [
  ...groups(`0 TABLE; 2 ${name}; 70 ${rows.length}`),
  ...rows.flat(),
  [0, 'ENDTAB'],
];

/** Returns a DXF file in the version of AutoCAD 2004, with the sections that readers require. */
export function exchangeDrawing(drawing: ExchangeDrawing): string {
  const { entities, blocks = {}, layers = [], lineTypes = [], objects = [], header = [] } = drawing;
  const definitions = Object.entries(blocks).flatMap(([name, content]): Group[] => [
    ...groups(`0 BLOCK; 8 0; 2 ${name}; 70 0; 10 0; 20 0; 30 0; 3 ${name}`),
    ...content.flat(),
    ...groups('0 ENDBLK; 8 0'),
  ]);
  return [
    section('HEADER', [...groups('9 $ACADVER; 1 AC1018'), ...header]),
    section('TABLES', [...table('LTYPE', lineTypes), ...table('LAYER', layers)]),
    section('BLOCKS', definitions),
    section('ENTITIES', entities.flat()),
    ...(objects.length > 0 ? [section('OBJECTS', objects.flat())] : []),
    lines([[0, 'EOF']]),
  ].join('');
}

/** Returns a layer. A layer that is off has a negative colour number. A frozen layer has flag 1. */
export const layer = (name: string, { colour = 7, frozen = false, off = false } = {}): Group[] =>
  groups(`0 LAYER; 2 ${name}; 70 ${frozen ? 1 : 0}; 62 ${off ? -colour : colour}; 6 CONTINUOUS`);

export const line = (x1: number, y1: number, x2: number, y2: number, on = '0'): Group[] =>
  groups(`0 LINE; 8 ${on}; 10 ${x1}; 20 ${y1}; 30 0; 11 ${x2}; 21 ${y2}; 31 0`);

export const lettered = (text: string, x: number, y: number, height: number, on = '0'): Group[] => [
  ...groups(`0 TEXT; 8 ${on}; 10 ${x}; 20 ${y}; 30 0; 40 ${height}`),
  [1, text],
];

export const insert = (name: string, x: number, y: number, ...more: readonly Group[]): Group[] => [
  ...groups(`0 INSERT; 8 0; 2 ${name}; 10 ${x}; 20 ${y}; 30 0`),
  ...more,
];

/**
 * Returns a filled square on the layer `on`. DXF lists the corners row by row, not around the outline. Without `rgb`,
 * the square takes the colour of the INSERT entity that inserts its block.
 */
function square(x: number, y: number, size: number, on: string, rgb?: number): Group[] {
  const corners = [
    [x, y],
    [x + size, y],
    [x, y + size],
    [x + size, y + size],
  ] as const;
  return [
    ...groups(`0 SOLID; 8 ${on}; ${rgb === undefined ? '62 0' : `420 ${rgb}`}`),
    ...corners.flatMap(([right, up], n) => groups(`${10 + n} ${right}; ${20 + n} ${up}; ${30 + n} 0`)),
  ];
}

/**
 * Returns the sample picture as a drawing of squares. Every second square is an INSERT of a block. Adds two large
 * squares on invisible layers. If a reader showed the invisible layers, the large squares would hide the drawing.
 */
export function drawnPicture(): string {
  const height = (colours.length / columns) * blockSize;
  const entities = colours.flatMap(([red, green, blue, alpha], n) => {
    if (alpha === 0) return [];
    const [x, y] = [(n % columns) * blockSize, height - (Math.floor(n / columns) + 1) * blockSize];
    const rgb = red * 65_536 + green * 256 + blue;
    return [n % 2 ? insert('SQUARE', x, y, [420, rgb]) : square(x, y, blockSize, '0', rgb)];
  });
  return exchangeDrawing({
    layers: [layer('0'), layer('OFF', { off: true }), layer('FROZEN', { frozen: true })],
    blocks: { SQUARE: [square(0, 0, blockSize, '0')] },
    entities: [
      ...entities,
      square(0, 0, 999, 'OFF', 255),
      square(0, 0, 999, 'FROZEN', 255),
      // The transparent block in the corner of the picture is not drawn. The DXF point in the corner keeps the drawing
      // as large as the picture.
      groups(`0 POINT; 8 0; 420 16777215; 10 ${columns * blockSize}; 20 0; 30 0`),
    ],
  });
}
