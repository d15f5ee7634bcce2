/** Declares engines that decode to, or encode from, the formats of sharp: commands for `tools/sharp/runner-codec.ts`. */
import type { Trait } from '@protean/formats/format.ts';
import { format } from '@protean/formats';
import { runnerCommand, type EdgeDeclaration, type Step } from '../../contract/engine.ts';
import { pictureOptions } from './picture-options.ts';

/** The formats that sharp reads and writes itself. */
export const single = ['jpg', 'png', 'webp', 'gif', 'avif'] as const;

export interface Decoding {
  /** A command that prints `name: 640x480 …`, for decoders without their own size limit. */
  measure?: readonly string[];
  decode?: readonly (readonly string[])[];
  /** Instead of `decode` where `measure` tells of floating point; `{space}` stands for the kind of colours. */
  decodeFloats?: readonly (readonly string[])[];
  /** The decoded file for sharp; the source itself where nothing needs decoding. */
  decoded?: string;
}

/** The intermediate format between sharp and an encoder. */
export type Feed = 'tiff' | 'png' | 'pgm';

export interface PictureCodec extends Decoding {
  /** `{page}` stands for the prepared image, `{result}` for the file to write. */
  encode?: readonly (readonly string[])[];
  feed?: Feed;
  /** Whether all frames of an animation are converted, not the first one alone. */
  allFrames?: boolean;
}

export interface Codecs {
  /** By source format: how it is converted to a format that sharp reads. */
  decoders: Readonly<Record<string, (step: Step) => Decoding & { applyProfile?: boolean }>>;
  /** By target format: how sharp's output is encoded; `holds` where the encoder supports less than the format. */
  encoders: Readonly<
    Record<string, (step: Step) => Pick<PictureCodec, 'encode' | 'feed'> & { holds?: readonly Trait[] }>
  >;
}

/** Of an animation only the first frame is converted. */
const oneFrame = ['animation'] as const;

/** The edges from `reads` to the formats that sharp writes. */
export function decodingEdges(reads: readonly string[], cost: number): EdgeDeclaration[] {
  return [
    { reads, writes: ['jpg', 'webp', 'png', 'gif', 'tiff'], cost, loses: oneFrame, options: pictureOptions },
    { reads, writes: ['avif'], cost: cost + 3, loses: oneFrame, options: pictureOptions },
  ];
}

/** The edges from the formats that sharp reads to `writes`; a TIFF becomes one file per page. */
export function encodingEdges(
  writes: readonly string[],
  more: Pick<EdgeDeclaration, 'cost' | 'loses' | 'options'>,
): EdgeDeclaration[] {
  return [
    { reads: single, writes, options: pictureOptions, ...more, loses: [...oneFrame, ...(more.loses ?? [])] },
    { reads: ['tiff'], writes, options: pictureOptions, ...more, many: true },
  ];
}

/** With `more`, members of the runner's step that hold for all formats. */
export function codecCommand(
  { decoders, encoders }: Codecs,
  step: Step,
  more: Pick<PictureCodec, 'allFrames'> = {},
): string[] {
  const decoder = decoders[step.from];
  const encoder = encoders[step.to];
  return runnerCommand('tools/sharp/runner-codec.ts', step, {
    holds: format(step.to).holds,
    ...decoder?.(step),
    ...encoder?.(step),
    ...more,
  });
}
