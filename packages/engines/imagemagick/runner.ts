/** Converts with ImageMagick what it first looked at: the picture wanted of several, its colours as the target means them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { refuse } from '../runtime/refuse.ts';
import { readStep } from '../runtime/step.ts';
import { refuseTruncated } from '../runtime/truncation.ts';
import { magickProgram } from '../runtime/imagemagick-programs.ts';

interface Order {
  /** The names of the codecs, written before each file so that nothing is guessed from its content. */
  reader: string;
  writer: string;
  /** What of several pictures in one file is wanted. */
  take: 'first' | 'largest' | 'all' | number;
  /** Whether the target carries a colour profile; otherwise the colours become those of `srgb`. */
  keepsProfile: boolean;
  srgb: string;
  /** The profile of ink that has none. */
  cmyk: string;
  flags: readonly string[];
}

interface Frame {
  index: string;
  pixels: number;
  /** ImageMagick's name for the colour space. */
  space: string;
  profiled: boolean;
  /** Bits a channel. */
  depth: number;
}

const run = promisify(execFile);
const { input, output, outputDir, from, to, reader, writer, take, keepsProfile, srgb, cmyk, flags } =
  readStep<Order>();

await refuseTruncated(input, from);
const frames = choose(await look());
const digits = String(frames.length).length + 1;
for (const [n, frame] of frames.entries()) {
  const file = frames.length > 1 ? `${outputDir}/page-${String(n + 1).padStart(digits, '0')}.${to}` : output;
  const { stderr } = await run(magickProgram('convert'), [
    ...[`${reader}:${input}[${frame.index}]`, '-auto-orient', '+repage'],
    // What is counted in no unit is meant in this one.
    ...['-units', 'PixelsPerInch'],
    ...colours(frame),
    // Not every codec knows samples of fewer bits.
    ...(frame.depth < 8 ? ['-depth', '8'] : []),
    ...flags,
    `${writer}:${file}`,
  ]);
  // A JPEG that was cut off is worth no more than a warning to it.
  if (stderr.includes('Premature end')) throw new Error(stderr);
}

async function look(): Promise<Frame[]> {
  const format = '%p %w %h %z %[colorspace] %[profile:icc]\n';
  // Photoshop's profile lies where a mere look does not reach.
  const ping = reader === 'psd' || reader === 'psb' ? [] : ['-ping'];
  const { stdout } = await run(magickProgram('identify'), [...ping, '-format', format, `${reader}:${input}`]);
  return stdout.split('\n').flatMap((line) => {
    const [index, width, height, depth, space = 'sRGB', ...profile] = line.trim().split(' ');
    if (!index) return [];
    return [
      {
        index,
        pixels: Number(width) * Number(height),
        depth: Number(depth),
        space,
        profiled: profile.length > 0,
      },
    ];
  });
}

function choose(frames: readonly Frame[]): readonly Frame[] {
  const [first] = frames;
  if (!first) throw new Error('there is no picture in the file');
  if (take === 'all') return frames;
  if (typeof take === 'number') return [frames[take - 1] ?? refuse('no_such_page')];
  return [
    take === 'largest' ? frames.reduce((most, frame) => (frame.pixels > most.pixels ? frame : most)) : first,
  ];
}

/** Ink becomes light; a profile that the target cannot carry is applied. */
function colours({ space, profiled }: Frame): string[] {
  if (space.startsWith('CMYK')) {
    const assumed = profiled ? [] : ['-profile', cmyk];
    return [...assumed, '-profile', srgb, ...(keepsProfile ? [] : ['+profile', '*'])];
  }
  if (keepsProfile) return [];
  return profiled && space !== 'Gray' ? ['-profile', srgb, '+profile', '*'] : ['+profile', '*'];
}
