/** Converts with ImageMagick: identifies the file, selects the frames, and converts colours for the target. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beginning } from '../runtime/beginning.ts';
import { refuse } from '../runtime/refuse.ts';
import { readStep } from '../runtime/step.ts';
import { warnOfLeftOutFrames } from '../sharp/frame-count.ts';
import { refuseTruncated } from '../runtime/truncation.ts';
import { magickProgram } from '../runtime/imagemagick-programs.ts';

interface ImageMagickStep {
  /** The coder names, given with each file so that ImageMagick does not detect the format. */
  reader: string;
  writer: string;
  /** Which frames of a file are converted. */
  select: 'first' | 'largest' | 'all' | number;
  /** Whether the target can hold a colour profile; otherwise colours are converted to `srgb`. */
  keepsProfile: boolean;
  srgb: string;
  /** The profile that is assumed for CMYK without one. */
  cmyk: string;
  flags: readonly string[];
}

interface Frame {
  index: string;
  pixels: number;
  /** ImageMagick's name for the colour space. */
  space: string;
  profiled: boolean;
  /** Bits per channel. */
  depth: number;
}

const run = promisify(execFile);
const step = readStep<ImageMagickStep>();
const { input, output, outputDir, from, to, reader, writer, select, keepsProfile, srgb, cmyk, flags } = step;

await refuseTruncated(input, from);
await warnOfLeftOutFrames(step);
// On the clipboard of Windows a bitmap has no header of a file.
const coder = reader === 'bmp' && beginning(input, 2).toString('latin1') !== 'BM' ? 'dib' : reader;
const frames = selectFrames(await identify());
const digits = String(frames.length).length + 1;
for (const [n, frame] of frames.entries()) {
  const file = frames.length > 1 ? `${outputDir}/page-${String(n + 1).padStart(digits, '0')}.${to}` : output;
  const { stderr } = await run(magickProgram('convert'), [
    ...[`${coder}:${input}[${frame.index}]`, '-auto-orient', '+repage'],
    // A resolution without a unit is in pixels per inch.
    ...['-units', 'PixelsPerInch'],
    ...colours(frame),
    // Not every coder supports samples of fewer bits.
    ...(frame.depth < 8 ? ['-depth', '8'] : []),
    ...flags,
    `${writer}:${file}`,
  ]);
  // For a truncated JPEG ImageMagick only warns.
  if (stderr.includes('Premature end')) throw new Error(stderr);
}

async function identify(): Promise<Frame[]> {
  const format = '%p %w %h %z %[colorspace] %[profile:icc]\n';
  // In Photoshop files -ping does not find the profile.
  const ping = reader === 'psd' || reader === 'psb' ? [] : ['-ping'];
  // What follows a picture that is converted alone may be damaged.
  const pictures = select === 'first' ? `${coder}:${input}[0]` : `${coder}:${input}`;
  const { stdout } = await run(magickProgram('identify'), [...ping, '-format', format, pictures]);
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

function selectFrames(frames: readonly Frame[]): readonly Frame[] {
  const [first] = frames;
  if (!first) throw new Error('there is no picture in the file');
  if (select === 'all') return frames;
  if (typeof select === 'number') return [frames[select - 1] ?? refuse('no_such_page')];
  return [
    select === 'largest'
      ? frames.reduce((largest, frame) => (frame.pixels > largest.pixels ? frame : largest))
      : first,
  ];
}

/** Converts CMYK to RGB, and applies a profile that the target cannot hold. */
function colours({ space, profiled }: Frame): string[] {
  if (space.startsWith('CMYK')) {
    const assumed = profiled ? [] : ['-profile', cmyk];
    return [...assumed, '-profile', srgb, ...(keepsProfile ? [] : ['+profile', '*'])];
  }
  if (keepsProfile) return [];
  return profiled && space !== 'Gray' ? ['-profile', srgb, '+profile', '*'] : ['+profile', '*'];
}
