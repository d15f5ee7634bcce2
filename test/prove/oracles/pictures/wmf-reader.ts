/**
 * Renders Windows metafiles that consist of filled polygons. Tests need this code, because the available tools change
 * the colours or crash.
 */
import type { Picture } from '../../../samples/pictures/picture.ts';
import { painted, type Filled, type Points } from './polygons.ts';

/** Returns the picture at 96 pixels per inch, at the size that the header declares. */
export function readWmf(file: Buffer): Picture {
  if (file.readUInt32LE(0) !== 0x9ac6cdd7) throw new Error('the metafile has no placeable header');
  const inch = file.readUInt16LE(14);
  const [width = 0, height = 0] = [10, 12].map((at) =>
    Math.round(((file.readInt16LE(at) - file.readInt16LE(at - 4)) / inch) * 96),
  );
  const canvas = new Canvas(width, height);
  let ended = false;
  for (let at = 40; at + 6 <= file.length && !ended;) {
    const length = file.readUInt32LE(at) * 2;
    const kind = file.readUInt16LE(at + 4);
    const data = file.subarray(at + 6, at + length);
    if (length < 6 || at + length > file.length) throw new Error('the metafile is truncated');
    canvas.play(kind, data);
    ended = kind === 0;
    at += length;
  }
  if (!ended) throw new Error('the metafile has no end record');
  return painted({ width, height }, canvas.layers);
}

type Brush = readonly number[] | undefined;

class Canvas {
  readonly layers: Filled[] = [];
  readonly #size: readonly [number, number];
  readonly #objects: ({ brush: Brush; isBrush: boolean } | undefined)[] = [];
  readonly #saved: Brush[] = [];
  #brush: Brush;
  #origin: readonly [number, number] = [0, 0];
  #extent: readonly [number, number] = [1, 1];

  constructor(width: number, height: number) {
    this.#size = [width, height];
  }

  play(kind: number, data: Buffer): void {
    const word = (n: number) => data.readInt16LE(n * 2);
    const actions: Readonly<Record<number, () => void>> = {
      0x20b: () => (this.#origin = [word(1), word(0)]),
      0x20c: () => (this.#extent = [word(1), word(0)]),
      0x1e: () => this.#saved.push(this.#brush),
      0x127: () => (this.#brush = this.#saved.pop()),
      0x1f0: () => (this.#objects[word(0)] = undefined),
      0x2fa: () => this.#add(false, undefined),
      0x2fb: () => this.#add(false, undefined),
      // A brush of style 1 paints nothing.
      0x2fc: () => this.#add(true, word(0) === 0 ? [...data.subarray(2, 5)] : undefined),
      0x12d: () => {
        const chosen = this.#objects[word(0)];
        if (chosen?.isBrush) this.#brush = chosen.brush;
      },
      0x324: () => this.#fill([this.#points(data, 2, word(0))]),
      0x538: () => {
        let at = 2 + word(0) * 2;
        const counts = Array.from({ length: word(0) }, (_, n) => word(n + 1));
        this.#fill(counts.map((count) => this.#points(data, (at += count * 4) - count * 4, count)));
      },
    };
    actions[kind]?.();
  }

  /** Puts an object into the first free slot. */
  #add(isBrush: boolean, brush: Brush): void {
    const free = this.#objects.findIndex((object) => object === undefined);
    this.#objects[free < 0 ? this.#objects.length : free] = { brush, isBrush };
  }

  #fill(shapes: readonly Points[]): void {
    if (this.#brush) this.layers.push({ colour: this.#brush, shapes });
  }

  #points(data: Buffer, at: number, count: number): Points {
    return Array.from({ length: count }, (_, n) => [
      this.#place(data, at + n * 4, 0),
      this.#place(data, at + n * 4, 1),
    ]);
  }

  #place(data: Buffer, at: number, axis: 0 | 1): number {
    return ((data.readInt16LE(at + axis * 2) - this.#origin[axis]) / this.#extent[axis]) * this.#size[axis];
  }
}
