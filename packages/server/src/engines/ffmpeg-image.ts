/** ffmpeg's codecs for still and animated images that the image libraries leave out. */
import { codecCommand, decodingEdges, encodingEdges, type Codecs } from './image/codec.ts';
import { pictureReasons } from './image/options.ts';
import { defineEngine, type Step } from './engine.ts';
import { hostCommand } from './host.ts';

const ffmpeg = [
  'ffmpeg',
  '-nostdin',
  '-v',
  'error',
  '-xerror',
  '-protocol_whitelist',
  'file',
  '-max_pixels',
  '100000000',
];

/** Depths of more than eight bits travel in a PNG of sixteen. */
const codecs: Codecs = {
  decoders: {
    qoi: decode('qoi_pipe'),
    jls: decode('jpegls_pipe'),
    dpx: decode('dpx_pipe'),
    ras: decode('sunrast_pipe'),
    apng: decode('apng'),
  },
  encoders: {
    qoi: encode('qoi'),
    jls: encode('jpegls', '-pix_fmt', 'rgb24'),
    dpx: encode('dpx', '-pix_fmt', 'rgb48be'),
    apng: encode('apng'),
  },
};

/** One filter for a palette a frame: a movement of many colours keeps them. */
const palettes =
  'split[a][b];[a]palettegen=stats_mode=single:reserve_transparent=1[p];[b][p]paletteuse=new=1';

type Commands = string[] | string[][];

/** Movement from one animated format to another, without going through single pictures. */
const moving: Readonly<Record<string, (step: Step) => Commands>> = {
  'gif>apng': (step) => [
    hostCommand('check-whole.ts', step),
    [...open('gif', step), '-plays', '0', '-f', 'apng', '-y', step.output],
  ],
  'apng>gif': (step) => [...open('apng', step), '-filter_complex', palettes, '-f', 'gif', '-y', step.output],
  'apng>webp': (step) => [
    ...[...open('apng', step), '-c:v', 'libwebp_anim', '-quality', String(step.options.quality ?? 85)],
    ...['-loop', '0', '-f', 'webp', '-y', step.output],
  ],
};

export const ffmpegImage = defineEngine({
  id: 'ffmpeg-image',
  title: 'ffmpeg',
  needs: [{ command: 'ffmpeg', debian: 'ffmpeg' }],
  edges: [
    { reads: ['apng'], writes: ['webp'], cost: 2, options: ['quality'] },
    { reads: ['gif'], writes: ['apng'], cost: 2 },
    ...decodingEdges(['qoi', 'jls', 'dpx', 'ras', 'apng'], 2),
    ...encodingEdges(['qoi', 'jls', 'dpx'], { cost: 2 }),
    { reads: ['jpg', 'png', 'avif'], writes: ['apng'], cost: 2 },
  ],
  reasons: pictureReasons,
  command: (step) => moving[`${step.from}>${step.to}`]?.(step) ?? codecCommand(codecs, step),
});

function open(demuxer: string, { input }: Pick<Step, 'input'>): string[] {
  return [...ffmpeg, '-f', demuxer, '-i', input];
}

function decode(demuxer: string): Codecs['decoders'][string] {
  return ({ input, work }) => {
    const decoded = `${work}/decoded.png`;
    return {
      decoded,
      decode: [
        [...open(demuxer, { input }), '-frames:v', '1', '-f', 'image2', '-update', '1', '-y', decoded],
      ],
    };
  };
}

function encode(codec: string, ...flags: string[]): Codecs['encoders'][string] {
  const from = open('png_pipe', { input: '{page}' });
  const muxer = codec === 'apng' ? ['-f', 'apng'] : ['-f', 'image2', '-update', '1'];
  return () => ({
    feed: 'png',
    encode: [[...from, '-frames:v', '1', '-c:v', codec, ...flags, ...muxer, '-y', '{result}']],
  });
}
