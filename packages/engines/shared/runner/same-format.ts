/**
 * Lists the routes from a format to itself, with their engines and options. This list omits the routes that only remove
 * metadata.
 */
import { formatsOfFamily } from '@protean/formats';
import type { EdgeDeclaration } from '../../contract/engine.ts';
import type { OptionName } from '../../contract/options.ts';

interface SameFormatRow {
  engine: string;
  formats: readonly string[];
  options: readonly OptionName[];
  cost: number;
}

const picture = ['width', 'height', 'fit', 'background', 'rotate', 'strip_metadata'] as const;

const span = ['start', 'end'] as const;
const sound = [...span, 'sample_rate', 'channels'] as const;
const lossySound = ['quality', 'bitrate', ...sound] as const;
const video = [
  ...(['quality', 'bitrate', 'width', 'height', 'fit', 'fps', 'rotate', ...span, 'mute'] as const),
  ...(['video_codec', 'audio_codec', 'sample_rate', 'channels'] as const),
] as const;

const rows: readonly SameFormatRow[] = [
  { engine: 'ffmpeg', formats: ['mp3'], options: ['max_size', ...lossySound], cost: 1 },
  {
    engine: 'ffmpeg',
    formats: [
      ...['mp2', 'ogg', 'opus', 'aac', 'wma', 'ac3', 'eac3'],
      ...formatsOfFamily('mpeg4-audio'),
      ...formatsOfFamily('matroska-audio'),
    ],
    options: lossySound,
    cost: 1,
  },
  {
    engine: 'ffmpeg',
    formats: ['wav', 'flac', 'aiff', 'au', 'caf', 'wv', 'tta', 'w64', 'voc'],
    options: sound,
    cost: 1,
  },
  { engine: 'ffmpeg', formats: ['mp4', 'webm'], options: ['max_size', ...video], cost: 12 },
  {
    engine: 'ffmpeg',
    formats: [
      ...formatsOfFamily('mpeg4-video').filter((ext) => ext !== 'mp4'),
      ...['mkv', 'avi', 'flv', 'wmv', 'mpg', 'vob', 'ogv', 'ts', 'm2ts'],
    ],
    options: video,
    cost: 12,
  },
  { engine: 'sharp-smaller', formats: ['jpg'], options: ['quality', 'max_size', ...picture], cost: 2 },
  { engine: 'sharp-smaller', formats: ['png'], options: ['quality', 'max_size', ...picture], cost: 3 },
  {
    engine: 'sharp-smaller',
    formats: ['webp'],
    options: ['quality', 'max_size', 'lossless', ...picture],
    cost: 2,
  },
  {
    // Unlike sharp, the encoder of libavif also writes image sequences.
    engine: 'libavif',
    formats: ['avif'],
    options: ['quality', 'max_size', 'lossless', ...picture],
    cost: 4,
  },
  {
    engine: 'sharp-smaller',
    formats: ['gif'],
    options: ['quality', 'max_size', 'width', 'height', 'fit', 'background', 'rotate'],
    cost: 2,
  },
  { engine: 'sharp-smaller', formats: ['tiff'], options: picture, cost: 2 },
  { engine: 'qpdf', formats: ['pdf'], options: ['pages', 'rotate', 'password'], cost: 1 },
  { engine: 'libarchive', formats: ['zip'], options: ['level', 'password', 'strip_metadata'], cost: 1 },
  {
    engine: 'libarchive',
    formats: ['tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'],
    options: ['level', 'strip_metadata'],
    cost: 1,
  },
  { engine: 'libarchive', formats: ['gz', 'bz2', 'xz', 'zst'], options: ['level'], cost: 1 },
  { engine: 'libarchive', formats: ['tar'], options: ['strip_metadata'], cost: 1 },
  { engine: 'sevenzip', formats: ['7z'], options: ['level', 'password', 'strip_metadata'], cost: 1 },
  {
    engine: 'subtitles',
    formats: ['srt', 'vtt', 'ass', 'ssa', 'lrc', 'ttml', 'sbv'],
    options: span,
    cost: 1,
  },
  { engine: 'subtitles', formats: ['sub'], options: [...span, 'fps'], cost: 1 },
  {
    engine: 'data',
    formats: ['json', 'json5', 'yaml', 'toml', 'xml', 'plist', 'geojson', 'kml', 'gpx'],
    options: ['indent'],
    cost: 1,
  },
  { engine: 'data', formats: ['ndjson', 'ini', 'properties', 'po'], options: [], cost: 1 },
  { engine: 'delimited', formats: ['csv', 'tsv'], options: ['delimiter'], cost: 1 },
  { engine: 'contacts', formats: ['ics', 'vcf'], options: [], cost: 1 },
  { engine: 'pandoc', formats: ['md'], options: ['toc', 'images'], cost: 1 },
  {
    engine: 'pandoc',
    formats: [
      ...['txt', 'rst', 'org', 'adoc', 'tex', 'typ', 'man', 'mediawiki', 'dokuwiki', 'jira', 'creole'],
      ...['textile', 'muse', 't2t'],
    ],
    options: [],
    cost: 1,
  },
  { engine: 'fonttools', formats: ['ttf', 'otf', 'woff', 'woff2'], options: ['subset', 'instance'], cost: 2 },
];

/** Returns the edges (conversion steps) of an engine from a format to itself. */
export function sameFormatEdges(engine: string): EdgeDeclaration[] {
  return rows
    .filter((row) => row.engine === engine)
    .flatMap(({ formats, options, cost }) =>
      formats.map((ext) => ({ reads: [ext], writes: [ext], options, cost, sameFormat: true as const })),
    );
}
