/** Renders vector drawings on white, with a tool other than the tool that wrote the drawings, or with test code. */
import { readFile } from 'node:fs/promises';
import type { Picture } from '../../../samples/pictures/picture.ts';
import { painted, type Points } from './polygons.ts';
import { run } from '../../../samples/run.ts';

/**
 * For each format, the commands that render the drawing `file` as the PNG file `png`. `dir` is an empty folder for
 * temporary files.
 */
const drawers: Readonly<Record<string, (file: string, png: string, dir: string) => string[][]>> = {
  svg: (file, png) => [draw(file, png)],
  svgz: (file, png, dir) => [
    ['/usr/bin/cp', file, `${dir}/packed.svg.gz`],
    ['/usr/bin/gunzip', `${dir}/packed.svg.gz`],
    draw(`${dir}/packed.svg`, png),
  ],
  emf: (file, png, dir) => [
    ['/usr/bin/emf2svg-conv', '-i', file, '-o', `${dir}/drawn.svg`],
    draw(`${dir}/drawn.svg`, png),
  ],
};

function draw(svg: string, png: string, ...flags: string[]): string[] {
  return ['/usr/bin/rsvg-convert', '--background-color', 'white', ...flags, '--output', png, svg];
}

/** Renders the closed polylines of a DXF file, filled by the even-odd rule. Draws arcs as straight lines. */
export async function readDxf(file: string): Promise<Picture> {
  const lines = (await readFile(file, 'latin1')).split(/\r?\n/);
  const pairs = lines.flatMap((code, n) =>
    n % 2 === 0 ? [[Number(code), lines[n + 1] ?? ''] as const] : [],
  );
  const ending = pairs.slice(-3).some(([code, value]) => code === 0 && value === 'EOF');
  if (!ending) throw new Error('the drawing is truncated');
  const [width = 0, height = 0] = extent(pairs);
  return painted({ width, height }, [
    { colour: [0, 0, 0], shapes: polylines(pairs).map((shape) => shape.map(([x, y]) => [x, height - y])) },
  ]);
}

type Pairs = readonly (readonly [code: number, value: string])[];

function extent(pairs: Pairs): number[] {
  const at = pairs.findIndex(([, value]) => value === '$EXTMAX');
  return pairs.slice(at + 1, at + 3).map(([, value]) => Number(value));
}

function polylines(pairs: Pairs): Points[] {
  const shapes: [number, number][][] = [];
  let vertex = false;
  for (const [code, value] of pairs) {
    if (code === 0) vertex = value === 'VERTEX';
    if (code === 0 && value === 'POLYLINE') shapes.push([]);
    if (vertex && code === 10) shapes.at(-1)?.push([Number(value), 0]);
    const point = shapes.at(-1)?.at(-1);
    if (vertex && code === 20 && point) point[1] = Number(value);
  }
  return shapes;
}

/** Renders the drawing `file` as the PNG file `png`, with the commands for the format `ext`. */
export async function drawShapes(file: string, ext: string, png: string, dir: string): Promise<void> {
  for (const [program = '', ...args] of drawers[ext]?.(file, png, dir) ?? []) await run(program, args);
}
