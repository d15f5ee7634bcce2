/**
 * Makes videos that show the colour patches of patches.ts, one video for each way in which a stream can declare its
 * colours. patches.ts computes the samples, and FFmpeg encodes them.
 */
import { writeFile } from 'node:fs/promises';
import { run } from '../../../samples/run.ts';
import { patches, patchesPng, type Encoding } from './patches.ts';
import type { Source } from './sources.ts';

interface Video {
  encoding: Encoding;
  /** Flags of the encoder, including the pixel format. */
  coding: readonly string[];
  /** Name of the YCbCr matrix in FFmpeg's filter `scale`. The matrix is absent for RGB. */
  matrix?: 'bt601' | 'bt709' | 'bt2020';
  range?: 'tv' | 'pc';
  /** Factor by which the patches are enlarged. */
  zoom?: number;
  /** The colour properties that the stream declares, as FFmpeg names them. */
  declares?: { matrix?: string; primaries?: string; transfer?: string };
}

const srgb: Encoding = { space: 'srgb', curve: 'srgb' };

const video = (name: string, format: string, settings: Video, isHdr = false): Source => ({
  name: `${format}, ${name}`,
  format,
  make: (file) => make(file, settings),
  colours: patches,
  isHdr,
});

async function make(
  file: string,
  { encoding, coding, matrix, range = 'tv', zoom, declares = {} }: Video,
): Promise<void> {
  const png = `${file}.plain.png`;
  await writeFile(png, patchesPng(encoding, { bits: 16 }));
  const scale = matrix
    ? [`scale=out_color_matrix=${matrix}:out_range=${range}:flags=accurate_rnd+full_chroma_int`]
    : [];
  const enlarged = zoom ? [`scale=iw*${zoom}:-2:flags=neighbor`] : [];
  const declared = [
    ...(matrix ? [`range=${range}`] : []),
    ...(declares.matrix ? [`colorspace=${declares.matrix}`] : []),
    ...(declares.primaries ? [`color_primaries=${declares.primaries}`] : []),
    ...(declares.transfer ? [`color_trc=${declares.transfer}`] : []),
  ].join(':');
  const pixels = coding[coding.indexOf('-pix_fmt') + 1] ?? '';
  const filters = [...enlarged, ...scale, `format=${pixels}`, ...(declared ? [`setparams=${declared}`] : [])];
  await run('/usr/bin/ffmpeg', [
    ...['-v', 'error', '-y', '-loop', '1', '-framerate', '10', '-i', png, '-t', '1'],
    ...['-vf', filters.join(','), ...coding, file],
  ]);
}

const h264 = ['-c:v', 'libx264', '-qp', '4', '-pix_fmt', 'yuv420p'];
const hevc = [
  '-c:v',
  'libx265',
  '-tag:v',
  'hvc1',
  '-x265-params',
  'log-level=error:qp=4',
  '-pix_fmt',
  'yuv420p10le',
];
const bt709 = { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' };
const pq = { matrix: 'bt2020nc', primaries: 'bt2020', transfer: 'smpte2084' };
const hlg = { matrix: 'bt2020nc', primaries: 'bt2020', transfer: 'arib-std-b67' };

export const videos: readonly Source[] = [
  video('BT.709', 'mp4', { encoding: srgb, coding: h264, matrix: 'bt709', declares: bt709 }),
  video('BT.601', 'mp4', {
    encoding: srgb,
    coding: h264,
    matrix: 'bt601',
    declares: { ...bt709, matrix: 'smpte170m' },
  }),
  video('nothing declared', 'mp4', { encoding: srgb, coding: h264, matrix: 'bt601' }),
  video('nothing declared, HD', 'mp4', { encoding: srgb, coding: h264, matrix: 'bt709', zoom: 4 }),
  video('full range', 'mp4', { encoding: srgb, coding: h264, matrix: 'bt709', range: 'pc', declares: bt709 }),
  video('Motion JPEG', 'avi', {
    encoding: srgb,
    coding: ['-c:v', 'mjpeg', '-q:v', '1', '-pix_fmt', 'yuvj444p'],
    matrix: 'bt601',
    range: 'pc',
  }),
  video('RGB', 'mov', { encoding: srgb, coding: ['-c:v', 'qtrle', '-pix_fmt', 'rgb24'] }),
  video('BT.2020', 'webm', {
    encoding: { space: 'bt2020', curve: 'srgb' },
    coding: [
      '-c:v',
      'libvpx-vp9',
      '-crf',
      '4',
      '-b:v',
      '0',
      '-deadline',
      'realtime',
      '-pix_fmt',
      'yuv420p10le',
    ],
    matrix: 'bt2020',
    declares: { matrix: 'bt2020nc', primaries: 'bt2020', transfer: 'bt2020-10' },
  }),
  video(
    'PQ',
    'mp4',
    { encoding: { space: 'bt2020', curve: 'pq' }, coding: hevc, matrix: 'bt2020', declares: pq },
    true,
  ),
  video(
    'HLG',
    'mkv',
    { encoding: { space: 'bt2020', curve: 'hlg' }, coding: hevc, matrix: 'bt2020', declares: hlg },
    true,
  ),
];

/**
 * Writes the first frame of a video as a picture that declares no colours. Returns the path of the picture. Converts
 * the frame to RGB with the matrix, range and primaries that the stream declares. If the stream declares no matrix,
 * uses BT.709 for HD videos and BT.601 for smaller videos.
 */
export async function frameOf(video: string): Promise<string> {
  const frame = `${video}.frame.bmp`;
  const { stdout } = await run('/usr/bin/ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-of', 'json'],
    ...[
      '-show_entries',
      'stream=width,color_space,color_range,pix_fmt,color_primaries,color_transfer',
      video,
    ],
  ]);
  const [stream = {}] =
    (JSON.parse(stdout.toString()) as { streams?: Record<string, string>[] }).streams ?? [];
  const isHd = Number(stream['width']) >= 1280;
  const declared = { bt709: 'bt709', bt2020nc: 'bt2020', smpte170m: 'bt601', bt470bg: 'bt601' }[
    stream['color_space'] ?? ''
  ];
  const matrix = declared ?? (isHd ? 'bt709' : 'bt601');
  const isFull = stream['color_range'] === 'pc' || stream['pix_fmt']?.startsWith('yuvj');
  const wide =
    stream['color_primaries'] === 'bt2020'
      ? 'zscale=primariesin=bt2020:transferin=iec61966-2-1:primaries=bt709:transfer=iec61966-2-1,'
      : '';
  const filter = `scale=in_color_matrix=${matrix}:in_range=${isFull ? 'pc' : 'tv'}:flags=accurate_rnd+full_chroma_int,format=gbrp,${wide}format=rgb24`;
  await run('/usr/bin/ffmpeg', ['-v', 'error', '-y', '-i', video, '-vf', filter, '-frames:v', '1', frame]);
  return frame;
}
