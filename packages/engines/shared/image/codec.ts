/**
 * Helpers to declare engines that decode pictures for sharp, or encode the pictures that sharp writes.
 * `tools/sharp/runner-codec.ts` runs the decoders and encoders of these engines. An edge is a conversion from one
 * format to another.
 */
import type { Trait } from '@protean/formats/format.ts';
import { format } from '@protean/formats';
import { runnerCommand, type EdgeDeclaration, type Step } from '../../contract/engine.ts';
import { pictureOptions } from './picture-options.ts';

/** Single-page formats that sharp reads and writes. */
export const single = ['jpg', 'png', 'webp', 'gif', 'avif'] as const;

export interface Decoding {
  /**
   * Command that prints the picture size as `name: 640x480 …`. The command is used for decoders that do not limit the
   * picture size themselves.
   */
  measure?: readonly string[];
  decode?: readonly (readonly string[])[];
  /**
   * Commands that replace `decode` if `measure` reports floating-point samples. `{space}` is replaced with the colour
   * space.
   */
  decodeFloats?: readonly (readonly string[])[];
  /** The decoded file, which sharp then reads. By default, sharp reads the source file. */
  decoded?: string;
}

/** The format of the intermediate file that sharp writes for an encoder. */
export type Feed = 'tiff' | 'png' | 'pgm';

export interface PictureCodec extends Decoding {
  /**
   * Commands that run the encoder. `{page}` is replaced with the prepared image, and `{result}` with the output file.
   */
  encode?: readonly (readonly string[])[];
  feed?: Feed;
  /** Whether all frames of an animation are converted, not only the first frame. */
  allFrames?: boolean;
}

export interface Codecs {
  /** Decoders by source format. */
  decoders: Readonly<Record<string, (step: Step) => Decoding & { applyProfile?: boolean }>>;
  /**
   * Encoders by target format. If an encoder supports fewer traits than the format (such as transparency or animation),
   * `holds` lists the traits that it supports.
   */
  encoders: Readonly<
    Record<string, (step: Step) => Pick<PictureCodec, 'encode' | 'feed'> & { holds?: readonly Trait[] }>
  >;
}

/** Returns the edges from `reads` to the formats that sharp writes. */
export function decodingEdges(reads: readonly string[], cost: number): EdgeDeclaration[] {
  return [
    oneFrameEdge({ reads, writes: ['jpg', 'webp', 'png', 'gif', 'tiff'], cost }),
    oneFrameEdge({ reads, writes: ['avif'], cost: cost + 3 }),
  ];
}

/** Returns the edges from the formats that sharp reads to `writes`. A TIFF becomes one file per page. */
export function encodingEdges(
  writes: readonly string[],
  more: Pick<EdgeDeclaration, 'cost' | 'loses' | 'options'>,
): EdgeDeclaration[] {
  return [
    oneFrameEdge({ reads: single, writes, ...more }),
    { reads: ['tiff'], writes, options: pictureOptions, ...more, many: true },
  ];
}

/**
 * Returns an edge that converts only the first frame of an animation. Leaves out conversions between two animated
 * formats, because other engines convert all frames.
 */
export function oneFrameEdge(edge: Omit<EdgeDeclaration, 'except'>): EdgeDeclaration {
  const except = edge.reads
    .filter(isAnimated)
    .flatMap((from) => edge.writes.filter(isAnimated).map((to) => `${from}>${to}`));
  return { options: pictureOptions, ...edge, except };
}

const isAnimated = (ext: string) => format(ext).holds.includes('animation');

/** Returns the runner command. `more` contains settings that are used for all formats. */
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
