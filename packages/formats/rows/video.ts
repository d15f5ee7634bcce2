/** Video formats, one row each. */
import type { Format, Trait } from '../format.ts';

const everything = [
  'picture',
  'animation',
  'colour',
  'sound',
  'fullband',
  'tags',
] as const satisfies readonly Trait[];
const untagged = everything.filter((trait) => trait !== 'tags');

/**
 * Generic brands of the MPEG-4 family. A brand is the file type that an MPEG-4 file declares at its beginning. A file
 * with a generic brand may have any extension of the MPEG-4 family. Files with a generic brand are read in the same
 * way, whatever their extension. Each format of the MPEG-4 family therefore accepts the generic brands in addition to
 * its specific brands.
 */
export const isoMedia: readonly string[] = [
  ...[
    'isom',
    'iso2',
    'iso3',
    'iso4',
    'iso5',
    'iso6',
    'iso7',
    'iso8',
    'iso9',
    'mp41',
    'mp42',
    'mp71',
    'avc1',
    'dash',
  ],
  ...['MSNV', 'XAVC', 'f4v ', 'F4V ', 'mmp4', 'qt  ', 'M4V*', '3g*'],
];

/**
 * Returns the signature of a transport stream: the sync bytes of 2 consecutive packets, so that a chance match is
 * unlikely.
 */
const packets = (length: number, at: number) => ({ hex: `47${'..'.repeat(length - 1)}47`, at });

/** Element of Matroska and WebM files that marks a track as video. */
const videoTrack = '838101';

export const videos: readonly Format[] = [
  {
    ext: 'mp4',
    name: 'MP4',
    category: 'video',
    mime: 'video/mp4',
    aliases: ['f4v'],
    holds: everything,
    families: ['mpeg4-video'],
    inside: { container: 'iso-media', marks: isoMedia },
  },
  {
    ext: 'mov',
    name: 'QuickTime',
    category: 'video',
    mime: 'video/quicktime',
    aliases: ['qt'],
    holds: everything,
    families: ['mpeg4-video'],
    inside: { container: 'iso-media', marks: ['qt  ', ...isoMedia] },
  },
  {
    ext: 'm4v',
    name: 'iTunes video',
    category: 'video',
    mime: 'video/x-m4v',
    holds: everything,
    families: ['mpeg4-video'],
    inside: { container: 'iso-media', marks: ['M4V*', ...isoMedia] },
  },
  {
    ext: '3gp',
    name: '3GPP',
    category: 'video',
    mime: 'video/3gpp',
    aliases: ['3gpp'],
    holds: untagged,
    families: ['mpeg4-video', '3gpp'],
    inside: { container: 'iso-media', marks: ['3gp*', '3gr*', '3ge*', '3gs*', ...isoMedia] },
  },
  {
    ext: '3g2',
    name: '3GPP2',
    category: 'video',
    mime: 'video/3gpp2',
    aliases: ['3gpp2'],
    holds: untagged,
    families: ['mpeg4-video', '3gpp'],
    inside: { container: 'iso-media', marks: ['3g2*', 'KDDI', ...isoMedia] },
  },
  {
    ext: 'mkv',
    name: 'Matroska',
    category: 'video',
    mime: 'video/x-matroska',
    holds: everything,
    families: ['matroska-video'],
    inside: { container: 'ebml', marks: ['matroska', 'webm'] },
    sign: [videoTrack],
    hub: true,
  },
  {
    ext: 'webm',
    name: 'WebM',
    category: 'video',
    mime: 'video/webm',
    holds: everything,
    families: ['matroska-video'],
    inside: { container: 'ebml', marks: ['webm'] },
    sign: [videoTrack],
  },
  {
    ext: 'avi',
    name: 'AVI',
    category: 'video',
    mime: 'video/x-msvideo',
    aliases: ['divx'],
    holds: everything,
    inside: { container: 'riff', marks: ['AVI '] },
  },
  {
    ext: 'flv',
    name: 'Flash video',
    category: 'video',
    mime: 'video/x-flv',
    holds: everything,
    magic: [{ hex: '464c5601' }],
  },
  {
    ext: 'wmv',
    name: 'Windows Media Video',
    category: 'video',
    mime: 'video/x-ms-wmv',
    aliases: ['asf'],
    holds: everything,
    magic: [{ hex: '3026b2758e66cf11a6d900aa0062ce6c' }],
    // GUID of a video stream.
    sign: ['c0ef19bc4d5bcf11a8fd00805f5c442b'],
  },
  {
    ext: 'rm',
    name: 'RealMedia',
    category: 'video',
    mime: 'application/vnd.rn-realmedia',
    aliases: ['rmvb'],
    holds: everything,
    magic: [{ hex: '2e524d46' }],
    // Media type of a video stream: video/x-pn-realvideo.
    sign: ['766964656f2f782d706e2d7265616c766964656f'],
  },
  {
    ext: 'wtv',
    name: 'Windows recorded TV',
    category: 'video',
    mime: 'video/x-ms-wtv',
    holds: untagged,
    magic: [{ hex: 'b7d800203749da11a64e0007e95ead8d' }],
  },
  {
    ext: 'mpg',
    name: 'MPEG program stream',
    category: 'video',
    mime: 'video/mpeg',
    aliases: ['mpeg', 'm1v', 'm2v'],
    holds: untagged,
    // The signature `000001b3` is for video without a container.
    magic: [{ hex: '000001ba' }, { hex: '000001b3' }],
    magicOptional: true,
  },
  {
    ext: 'vob',
    name: 'DVD video object',
    category: 'video',
    mime: 'video/x-ms-vob',
    holds: untagged,
    magic: [{ hex: '000001ba' }],
  },
  {
    ext: 'ogv',
    name: 'Ogg Theora',
    category: 'video',
    mime: 'video/ogg',
    holds: everything,
    inside: { container: 'ogg', marks: ['theora'] },
  },
  {
    ext: 'ts',
    name: 'MPEG transport stream',
    category: 'video',
    mime: 'video/mp2t',
    holds: untagged,
    magic: [packets(188, 0)],
    magicOptional: true,
  },
  {
    ext: 'm2ts',
    name: 'Blu-ray transport stream',
    category: 'video',
    mime: 'video/mp2t',
    aliases: ['mts'],
    holds: untagged,
    magic: [packets(192, 4), packets(188, 0)],
    magicOptional: true,
  },
  {
    ext: 'mxf',
    name: 'MXF',
    category: 'video',
    mime: 'application/mxf',
    holds: untagged,
    magic: [{ hex: '060e2b34020501010d010201' }],
    magicOptional: true,
  },
  {
    ext: 'swf',
    name: 'Flash film',
    category: 'video',
    mime: 'application/vnd.adobe.flash.movie',
    holds: untagged,
    magic: ['465753', '435753', '5a5753'].map((hex) => ({ hex })),
  },
  {
    ext: 'dv',
    name: 'Digital video',
    category: 'video',
    mime: 'video/x-dv',
    holds: untagged,
    magic: [{ hex: '1f0700' }],
    magicOptional: true,
  },
];
