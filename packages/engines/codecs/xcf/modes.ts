/** GIMP's layer modes by number: the blend function, its colour space, and the area in which the result has pixels. */
import type { CompositeMode, Space } from './document.ts';
import { fromLab, toLab, type Colour } from './light.ts';

/** Blends one channel of the backdrop and of the layer. */
export type BlendChannel = (below: number, layer: number) => number;
/** Blends the colours of the backdrop and of the layer. */
export type BlendColour = (below: Colour, layer: Colour) => Colour;

export interface Mode {
  /**
   * A mode has at most one of the functions `blendChannel` and `blendColour`. If a mode has no function, the layer
   * covers its backdrop.
   */
  blendChannel?: BlendChannel | undefined;
  blendColour?: BlendColour | undefined;
  blendSpace: Space;
  compositeSpace: Space;
  compositeMode: CompositeMode;
  /**
   * Whether the mode is from GIMP before 2.10, and therefore blends only the area that both layers cover, and clamps
   * values.
   */
  isLegacy: boolean;
}

/**
 * Number of the pass-through mode. In a layer group with the pass-through mode, each layer is blended with the backdrop
 * of the group.
 */
export const passThrough = 61;

/** Upper bound on quotients with a divisor near 0. */
const most = 1024;
const divided = (a: number, b: number) => (Math.abs(b) > 1e-5 ? Math.max(-most, Math.min(most, a / b)) : 0);
const clamped = (value: number) => Math.min(1, Math.max(0, value));
const screen: BlendChannel = (a, b) => 1 - (1 - a) * (1 - b);
const hardLight: BlendChannel = (a, b) => (b > 0.5 ? screen(a, 2 * b - 1) : a * b * 2);
const softLight: BlendChannel = (a, b) => (1 - a) * a * b + a * screen(a, b);
const dodge: BlendChannel = (a, b) => divided(a, 1 - b);
const burn: BlendChannel = (a, b) => 1 - divided(1 - a, b);

const ofChannels = {
  multiply: (a, b) => a * b,
  screen: screen,
  overlay: (a, b) => hardLight(b, a),
  difference: (a, b) => Math.abs(a - b),
  addition: (a, b) => a + b,
  subtract: (a, b) => a - b,
  darken: Math.min,
  lighten: Math.max,
  divide: divided,
  dodge: dodge,
  burn: burn,
  hardLight: hardLight,
  softLight: softLight,
  grainExtract: (a, b) => a - b + 0.5,
  grainMerge: (a, b) => a + b - 0.5,
  vividLight: (a, b) => clamped(b <= 0.5 ? burn(a, 2 * b) : dodge(a, 2 * b - 1)),
  pinLight: (a, b) => (b > 0.5 ? Math.max(a, 2 * b - 1) : Math.min(a, 2 * b)),
  linearLight: (a, b) => a + 2 * b - 1,
  hardMix: (a, b) => (a + b < 1 ? 0 : 1),
  exclusion: (a, b) => 0.5 - 2 * (a - 0.5) * (b - 0.5),
  linearBurn: (a, b) => a + b - 1,
} satisfies Record<string, BlendChannel>;

const luma = ([r, g, b]: Colour) => 0.2225 * r + 0.7169 * g + 0.0606 * b;
const value = (colour: Colour) => Math.max(...colour);
const chroma = (colour: Colour) => value(colour) - Math.min(...colour);
const saturation = (colour: Colour) => divided(chroma(colour), value(colour));

/** Returns a colour with the hue of `colour` and the given value and saturation. */
function withHue(colour: Colour, newValue: number, newSaturation: number): Colour {
  const [top, range] = [value(colour), chroma(colour)];
  if (range === 0) return [newValue, newValue, newValue];
  const shade = (channel: number) => newValue * (1 - newSaturation * ((top - channel) / range));
  return [shade(colour[0]), shade(colour[1]), shade(colour[2])];
}

const lightness = (colour: Colour) => (value(colour) + Math.min(...colour)) / 2;

/** Returns the HSL hue and saturation of `layer` with the lightness of `below`. */
function colourOf(below: Colour, layer: Colour): Colour {
  const [wanted, own] = [lightness(below), lightness(layer)];
  const range = (l: number) => 1 - Math.abs(2 * l - 1);
  const factor = divided(range(wanted), range(own));
  return [
    (layer[0] - own) * factor + wanted,
    (layer[1] - own) * factor + wanted,
    (layer[2] - own) * factor + wanted,
  ];
}

const scaled = (colour: Colour, factor: number): Colour => [
  colour[0] * factor,
  colour[1] * factor,
  colour[2] * factor,
];

/** Returns the chroma of a CIE Lab colour. */
const radius = ([, a, b]: Colour) => Math.hypot(a, b);

/** Returns the values a and b of a CIE Lab colour, scaled to the chroma `wanted`. */
function turned(lab: Colour, wanted: number): [number, number] {
  const own = radius(lab);
  return own < 0.1 ? [0, 0] : [(lab[1] / own) * wanted, (lab[2] / own) * wanted];
}

/** Returns a function that applies `blend` to the CIE Lab values of perceptual colours. */
const byLch =
  (blend: BlendColour): BlendColour =>
  (below, layer) =>
    fromLab(blend(toLab(below), toLab(layer)));

const ofColours = {
  hue: (below, layer) => (chroma(layer) === 0 ? below : withHue(layer, value(below), saturation(below))),
  saturation: (below, layer) => withHue(below, value(below), saturation(layer)),
  colour: colourOf,
  value: (below, layer) => scaled(below, divided(value(layer), value(below))),
  lchHue: byLch((below, layer) => [below[0], ...turned(layer, radius(below))]),
  lchChroma: byLch((below, layer) => [below[0], ...turned(below, radius(layer))]),
  lchColour: byLch((below, layer) => [below[0], layer[1], layer[2]]),
  lchLightness: byLch((below, layer) => [layer[0], below[1], below[2]]),
  lumaDarken: (below, layer) => (luma(layer) < luma(below) ? layer : below),
  lumaLighten: (below, layer) => (luma(layer) > luma(below) ? layer : below),
  luminance: (below, layer) => scaled(below, divided(luma(layer), luma(below))),
} satisfies Record<string, BlendColour>;

type BlendName = keyof typeof ofChannels | keyof typeof ofColours;

/**
 * Layer modes of GIMP before 2.10, starting with mode number 3. In GIMP before 2.10, the overlay mode gives the same
 * result as soft light.
 */
const legacy: readonly BlendName[] = [
  ...(['multiply', 'screen', 'softLight', 'difference', 'addition', 'subtract'] as const),
  ...(['darken', 'lighten', 'hue', 'saturation', 'colour', 'value', 'divide'] as const),
  ...(['dodge', 'burn', 'hardLight', 'softLight', 'grainExtract', 'grainMerge'] as const),
];

/** Current modes by number. The suffix `linear` marks modes that blend linear light. */
const current: Readonly<Record<number, BlendName | `${BlendName} linear`>> = {
  ...{ 23: 'overlay', 24: 'lchHue', 25: 'lchChroma', 26: 'lchColour', 27: 'lchLightness' },
  ...{ 30: 'multiply linear', 31: 'screen', 32: 'difference', 33: 'addition linear' },
  ...{ 34: 'subtract linear', 35: 'darken', 36: 'lighten', 37: 'hue', 38: 'saturation', 39: 'colour' },
  ...{ 40: 'value', 41: 'divide linear', 42: 'dodge', 43: 'burn', 44: 'hardLight', 45: 'softLight' },
  ...{ 46: 'grainExtract', 47: 'grainMerge', 48: 'vividLight', 49: 'pinLight', 50: 'linearLight' },
  ...{ 51: 'hardMix', 52: 'exclusion', 53: 'linearBurn', 54: 'lumaDarken', 55: 'lumaLighten' },
  ...{ 56: 'luminance linear' },
};

/**
 * Returns the mode with the number `number`. A layer with an unknown mode covers its backdrop like a layer with the
 * normal mode.
 */
export function modeOf(number: number): Mode {
  const [name = '', space] = (legacy[number - 3] ?? current[number] ?? '').split(' ');
  const isLegacy = number < 23;
  const blendChannel = (ofChannels as Readonly<Record<string, BlendChannel>>)[name];
  const blendColour = (ofColours as Readonly<Record<string, BlendColour>>)[name];
  return {
    ...{ blendChannel, blendColour, isLegacy },
    blendSpace: space === 'linear' ? 'linear' : 'perceptual',
    compositeSpace: isLegacy ? 'perceptual' : 'linear',
    compositeMode: name === '' ? 'union' : 'backdrop',
  };
}

/** The mode in which a layer covers its backdrop. */
export const coverMode: Mode = modeOf(28);
