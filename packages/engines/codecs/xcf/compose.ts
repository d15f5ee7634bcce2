/** Composes the layers of a picture line by line. */
import type { CompositeMode, Layer, Space, XcfDocument } from './document.ts';
import { LayerLines } from './layer-lines.ts';
import { toLinear, toPerceptual, type Colour } from './light.ts';
import { coverMode, modeOf, passThrough, type Mode } from './modes.ts';

/**
 * A line of pixels. Each pixel has 4 numbers from 0 to 1: red, green and blue in perceptual (sRGB) encoding, and alpha.
 */
export type Line = Float32Array;

/** A layer with its lines of pixels. */
interface Drawn {
  layer: Layer;
  lines: LayerLines;
  /** Colour space in which a pass-through group is mixed with its backdrop. */
  space: Space;
  blend: BlendLine;
  children: Drawn[] | undefined;
}

export class Composition {
  readonly #width: number;
  readonly #layers: readonly Drawn[];

  constructor(file: Buffer, document: XcfDocument) {
    const all = (layers: readonly Layer[], isOnNothing: boolean): Drawn[] =>
      layers.map((layer, n) => {
        // The lowest layer has no backdrop.
        const isLowest = isOnNothing && n === layers.length - 1;
        const mode = isLowest ? coverMode : modeWithSpaces(layer);
        return {
          layer,
          lines: new LayerLines(file, layer, document),
          space: mode.compositeSpace,
          blend: lineBlender(mode),
          children: layer.children && all(layer.children, isLowest || layer.mode !== passThrough),
        };
      });
    this.#width = document.width;
    this.#layers = all(document.layers, true);
  }

  /** Returns the line `y` of the canvas. Throws `TruncatedError` for a truncated file. */
  line(y: number): Line {
    const line = new Float32Array(this.#width * 4);
    this.#draw(this.#layers, y, line);
    return line;
  }

  #draw(layers: readonly Drawn[], y: number, below: Line): void {
    for (const { layer, lines, space, blend, children } of layers.toReversed()) {
      if (!children) {
        const line = lines.line(y, this.#width);
        if (line) blend(below.subarray(line.start * 4), line.pixels);
      } else if (layer.mode === passThrough) {
        const drawn = below.slice();
        this.#draw(children, y, drawn);
        mix(below, drawn, lines.strength(y, this.#width), space);
      } else {
        const group = new Float32Array(below.length);
        this.#draw(children, y, group);
        weaken(group, lines.strength(y, this.#width));
        blend(below, group);
      }
    }
  }
}

function modeWithSpaces({ mode, compositeMode, compositeSpace, blendSpace }: Layer): Mode {
  const usual = modeOf(mode);
  if (usual.isLegacy) return usual;
  return {
    ...usual,
    compositeMode: compositeMode ?? usual.compositeMode,
    compositeSpace: compositeSpace ?? usual.compositeSpace,
    blendSpace: blendSpace ?? usual.blendSpace,
  };
}

/** Mixes `drawn` into `below`. `strength` contains the weight of `drawn` for each pixel, from 0 to 1. */
function mix(below: Line, drawn: Line, strength: Float32Array, space: Space): void {
  const [there, back] = [conversion('perceptual', space), conversion(space, 'perceptual')];
  for (const [n, share] of strength.entries()) {
    const at = n * 4;
    const [from, to] = [below.subarray(at, at + 4), drawn.subarray(at, at + 4)];
    const [a, b] = [(from[3] ?? 0) * (1 - share), (to[3] ?? 0) * share];
    if (share === 1 || a + b === 0) from.set(to);
    else if (share > 0) {
      for (let channel = 0; channel < 3; channel += 1)
        from[channel] = back(sum(there(from[channel] ?? 0), there(to[channel] ?? 0), b / (a + b)));
      from[3] = a + b;
    }
  }
}

const colourOf = (pixel: Line): Colour => [pixel[0] ?? 0, pixel[1] ?? 0, pixel[2] ?? 0];

function weaken(line: Line, strength: Float32Array): void {
  for (let n = 0; n < strength.length; n += 1) line[n * 4 + 3] = (line[n * 4 + 3] ?? 0) * (strength[n] ?? 0);
}

/** Draws `layer` on `below`, pixel by pixel. */
type BlendLine = (below: Line, layer: Line) => void;

function lineBlender(mode: Mode): BlendLine {
  const covers = !mode.blendChannel && !mode.blendColour && mode.compositeMode === 'union';
  const blend = pixelBlender(mode);
  return (below, layer) => {
    for (let at = 0; at < layer.length; at += 4) {
      const alpha = layer[at + 3] ?? 0;
      if (!covers || (alpha > 0 && alpha < 1 && (below[at + 3] ?? 0) > 0)) blend(below, layer, at);
      else if (alpha > 0) for (let n = at; n < at + 4; n += 1) below[n] = layer[n] ?? 0;
    }
  };
}

const same = (value: number) => value;

function conversion(from: Space, to: Space): (value: number) => number {
  return from === to ? same : to === 'linear' ? toLinear : toPerceptual;
}

function pixelBlender(mode: Mode): (below: Line, layer: Line, at: number) => void {
  const { blendChannel, blendColour, blendSpace, compositeSpace, compositeMode, isLegacy } = mode;
  const blends = blendChannel !== undefined || blendColour !== undefined;
  const { alphaOf, channelOf } = isLegacy && blends ? legacy : composites[compositeMode];
  const toComposite = conversion('perceptual', compositeSpace);
  const toShown = conversion(compositeSpace, 'perceptual');
  const toBlend = conversion('perceptual', blendSpace);
  const fromBlend = conversion(blendSpace, compositeSpace);
  const coloured = (pixel: Line): Colour => {
    const [r, g, b] = colourOf(pixel);
    return [toBlend(r), toBlend(g), toBlend(b)];
  };
  return (below, layer, at) => {
    const [a, b] = [below[at + 3] ?? 0, layer[at + 3] ?? 0];
    const alpha = alphaOf(a, b);
    below[at + 3] = alpha;
    if (b === 0) return;
    const blended =
      blendColour && a > 0
        ? blendColour(coloured(below.subarray(at)), coloured(layer.subarray(at)))
        : undefined;
    for (let n = 0; n < 3; n += 1) {
      const [under, over] = [below[at + n] ?? 0, layer[at + n] ?? 0];
      const to = toComposite(over);
      const mixed =
        blended !== undefined
          ? fromBlend(blended[n] ?? 0)
          : blendChannel && a > 0
            ? fromBlend(blendChannel(toBlend(under), toBlend(over)))
            : to;
      below[at + n] = toShown(channelOf(toComposite(under), to, mixed, { a, b, alpha }));
    }
  };
}

/** Alpha of the backdrop, of the layer, and of the result. */
interface Alphas {
  a: number;
  b: number;
  alpha: number;
}

interface Composite {
  alphaOf: (a: number, b: number) => number;
  /** `from` is the channel of the backdrop, `to` is the channel of the layer, and `mixed` is the blend of both. */
  channelOf: (from: number, to: number, mixed: number, alphas: Alphas) => number;
}

const sum = (from: number, to: number, share: number) => from + (to - from) * share;

const composites: Readonly<Record<CompositeMode, Composite>> = {
  union: {
    alphaOf: (a, b) => b + (1 - b) * a,
    channelOf: (from, to, mixed, { a, b, alpha }) => sum(from, sum(to, mixed, a), b / alpha),
  },
  backdrop: {
    alphaOf: (a) => a,
    channelOf: (from, _, mixed, { a, b }) => (a === 0 ? from : sum(from, mixed, b)),
  },
  layer: { alphaOf: (_, b) => b, channelOf: (_, to, mixed, { a }) => sum(to, mixed, a) },
  intersection: {
    alphaOf: (a, b) => a * b,
    channelOf: (from, _, mixed, { alpha }) => (alpha === 0 ? from : mixed),
  },
};

/**
 * Composition for layer modes from GIMP before 2.10, which blend only the area that both the layer and its backdrop
 * cover.
 */
const legacy: Composite = {
  alphaOf: (a) => a,
  channelOf: (from, _, mixed, { a, b }) => {
    const shared = a * b;
    const alpha = a + (1 - a) * shared;
    return alpha === 0 ? from : sum(from, Math.min(1, Math.max(0, mixed)), shared / alpha);
  },
};
