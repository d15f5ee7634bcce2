/**
 * Reads the pixels of a layer line by line. Crops each line to the canvas, converts it to perceptual (sRGB) colours,
 * and applies the opacity and the mask of the layer to alpha.
 */
import type { Layer, XcfDocument } from './document.ts';
import { toPerceptual } from './light.ts';
import { TileRows } from './tile-rows.ts';

export interface LayerLine {
  /** Column of the canvas at which the line begins. */
  start: number;
  /** Red, green, blue and alpha of each pixel, from 0 to 1. */
  pixels: Float32Array;
}

export class LayerLines {
  readonly #layer: Layer;
  readonly #rows: TileRows;
  readonly #mask: TileRows | undefined;
  readonly #document: XcfDocument;

  constructor(file: Buffer, layer: Layer, document: XcfDocument) {
    this.#layer = layer;
    this.#document = document;
    this.#rows = new TileRows(file, layer.pixels, document);
    this.#mask = layer.mask && new TileRows(file, layer.mask, document);
  }

  /**
   * Returns the pixels of the layer in line `y` of the canvas, or undefined if the layer has no pixels in this line.
   * The canvas is `width` pixels wide.
   */
  line(y: number, width: number): LayerLine | undefined {
    const { pixels, x } = this.#layer;
    const own = y - this.#layer.y;
    const [start, end] = [Math.max(0, x), Math.min(width, x + pixels.width)];
    if (own < 0 || own >= pixels.height || start >= end) return undefined;
    const { channels } = pixels;
    const first = start - x;
    const samples = this.#rows.line(own).subarray(first * channels, (end - x) * channels);
    const line = this.#coloured(samples, end - start);
    const strength = this.strength(y, width).subarray(start);
    for (let n = 0; n < end - start; n += 1) line[n * 4 + 3] = (line[n * 4 + 3] ?? 0) * (strength[n] ?? 0);
    return { start, pixels: line };
  }

  /** Returns the product of opacity and mask for each pixel in line `y` of the canvas. */
  strength(y: number, width: number): Float32Array {
    const { opacity, x, mask } = this.#layer;
    const strength = new Float32Array(width);
    if (!mask || !this.#mask) return strength.fill(opacity);
    const own = y - this.#layer.y;
    if (own < 0 || own >= mask.height) return strength;
    const samples = this.#mask.line(own);
    const end = Math.min(width, x + mask.width);
    for (let at = Math.max(0, x); at < end; at += 1) strength[at] = opacity * clamp(samples[at - x] ?? 0);
    return strength;
  }

  #coloured(samples: Float32Array, count: number): Float32Array {
    const { model, palette, precision } = this.#document;
    const { hasAlpha, pixels } = this.#layer;
    const line = new Float32Array(count * 4);
    const shown = precision.isLinear ? toPerceptual : (value: number) => value;
    for (let n = 0; n < count; n += 1) {
      const at = n * pixels.channels;
      for (let channel = 0; channel < 3; channel += 1) {
        const sample = samples[at + (model === 'rgb' ? channel : 0)] ?? 0;
        line[n * 4 + channel] =
          model === 'indexed'
            ? (palette[Math.round(sample * 255) * 3 + channel] ?? 0) / 255
            : shown(clamp(sample));
      }
      line[n * 4 + 3] = hasAlpha ? clamp(samples[at + pixels.channels - 1] ?? 0) : 1;
    }
    return line;
  }
}

const clamp = (value: number) => (value > 0 ? Math.min(1, value) : 0);
