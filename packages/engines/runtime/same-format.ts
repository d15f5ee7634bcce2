/** Which formats become themselves again, by which engine and with which options: the one list of these routes. */
import type { EdgeDeclaration } from './engine.ts';
import type { OptionName } from './options.ts';

interface SameFormatRow {
  engine: string;
  formats: readonly string[];
  options: readonly OptionName[];
  cost: number;
}

const picture = ['width', 'height', 'fit', 'background', 'rotate', 'strip_metadata'] as const;

const rows: readonly SameFormatRow[] = [
  { engine: 'sharp-smaller', formats: ['jpg'], options: ['quality', 'max_size', ...picture], cost: 2 },
  { engine: 'sharp-smaller', formats: ['png'], options: ['quality', 'max_size', ...picture], cost: 3 },
  {
    engine: 'sharp-smaller',
    formats: ['webp'],
    options: ['quality', 'max_size', 'lossless', ...picture],
    cost: 2,
  },
  {
    engine: 'sharp-smaller',
    formats: ['avif'],
    options: ['quality', 'max_size', 'lossless', ...picture],
    cost: 4,
  },
  {
    engine: 'sharp-smaller',
    formats: ['gif'],
    options: ['quality', 'max_size', 'width', 'height', 'fit', 'background', 'rotate'],
    cost: 2,
  },
  { engine: 'sharp-smaller', formats: ['tiff'], options: picture, cost: 2 },
  { engine: 'qpdf', formats: ['pdf'], options: ['pages', 'rotate', 'password'], cost: 1 },
];

/** The edges of the rows of one engine. */
export function sameFormatEdges(engine: string): EdgeDeclaration[] {
  return rows
    .filter((row) => row.engine === engine)
    .flatMap(({ formats, options, cost }) =>
      formats.map((ext) => ({ reads: [ext], writes: [ext], options, cost, sameFormat: true as const })),
    );
}
