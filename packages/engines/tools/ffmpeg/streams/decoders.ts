/**
 * The decoders that FFmpeg may use: only common codecs of the supported containers. Most of FFmpeg's vulnerabilities
 * were in decoders that this list omits, for example for games and rare lossless codecs.
 */

const videoDecoders = [
  ...['h264', 'hevc', 'av1', 'libdav1d', 'libaom-av1', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'theora'],
  ...['mpeg1video', 'mpeg2video', 'mpegvideo', 'mpeg4', 'h261', 'h263', 'h263i', 'h263p'],
  ...['msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'mss1', 'mss2'],
  ...['flv', 'flashsv', 'flashsv2', 'vp3', 'vp4', 'vp5', 'vp6', 'vp6a', 'vp6f', 'vp7'],
  ...['rv10', 'rv20', 'rv30', 'rv40', 'svq1', 'svq3', 'cinepak', 'indeo3', 'indeo4', 'indeo5'],
  ...['msvideo1', 'msrle', 'qtrle', 'rpza', 'smc', '8bps', 'dvvideo', 'dirac'],
  ...['prores', 'dnxhd', 'cfhd', 'hap', 'ffv1', 'huffyuv', 'ffvhuff', 'utvideo', 'lagarith', 'snow'],
  ...['rawvideo', 'v210', 'v308', 'v408', 'v410', 'r210', 'yuv4', 'ayuv'],
];

const pictureDecoders = [
  ...['mjpeg', 'mjpegb', 'png', 'apng', 'gif', 'bmp', 'tiff', 'webp', 'jpeg2000', 'libopenjpeg', 'jpegls'],
  ...['libjxl', 'qoi', 'dpx', 'exr', 'dds', 'sunrast', 'xbm', 'xwd', 'pam', 'ppm', 'pgm', 'pbm', 'targa'],
];

const audioDecoders = [
  ...['aac', 'aac_fixed', 'aac_latm', 'ac3', 'ac3_fixed', 'eac3', 'dca', 'mlp', 'truehd', 's302m', 'dvaudio'],
  ...['mp1', 'mp1float', 'mp2', 'mp2float', 'mp3', 'mp3float', 'mp3adu', 'mp3adufloat', 'als'],
  ...['flac', 'alac', 'opus', 'libopus', 'vorbis', 'libvorbis', 'speex', 'libspeex', 'wavpack', 'ape', 'tta'],
  ...['wmav1', 'wmav2', 'wmapro', 'wmalossless', 'wmavoice', 'nellymoser', 'qdm2', 'qdmc', 'mace3', 'mace6'],
  ...['cook', 'sipr', 'ralf', 'real_144', 'real_288', 'atrac1', 'atrac3', 'atrac3al', 'atrac3plus'],
  ...['amrnb', 'libopencore_amrnb', 'amrwb', 'libopencore_amrwb', 'gsm', 'gsm_ms', 'libgsm', 'libgsm_ms'],
  ...['g722', 'g723_1', 'g726', 'g726le', 'g729', 'ilbc', 'libilbc', 'qcelp', 'evrc', 'truespeech'],
  ...['adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_ms', 'adpcm_swf', 'adpcm_yamaha', 'adpcm_ct'],
  ...['adpcm_sbpro_2', 'adpcm_sbpro_3', 'adpcm_sbpro_4', 'imc', 'iac', 'on2avc'],
  ...['pcm_alaw', 'pcm_mulaw', 'pcm_vidc', 'pcm_s8', 'pcm_s8_planar', 'pcm_u8', 'pcm_bluray', 'pcm_dvd'],
  ...['s16', 's24', 's32', 's64', 'u16', 'u24', 'u32', 'f32', 'f64'].flatMap((sample) => [
    `pcm_${sample}le`,
    `pcm_${sample}be`,
  ]),
  ...[
    'pcm_f16le',
    'pcm_f24le',
    'pcm_s16le_planar',
    'pcm_s16be_planar',
    'pcm_s24le_planar',
    'pcm_s32le_planar',
  ],
];

const subtitleDecoders = [
  ...['ass', 'ssa', 'subrip', 'srt', 'webvtt', 'mov_text', 'text', 'cc_dec', 'stl'],
  ...['dvbsub', 'dvdsub', 'pgssub', 'xsub', 'libzvbi_teletextdec', 'libaribb24', 'libaribcaption'],
];

export const decoders: readonly string[] = [
  ...videoDecoders,
  ...pictureDecoders,
  ...audioDecoders,
  ...subtitleDecoders,
];

/**
 * Flags that limit FFmpeg to the listed decoders. Flags that limit the decoders must precede the input on FFmpeg's
 * command line.
 */
export const listedDecoders = ['-codec_whitelist', decoders.join(',')];

/** Input flags for picture files. */
export const listedPictureDecoders = [
  '-codec_whitelist',
  [...pictureDecoders, 'rawvideo', 'av1', 'libdav1d', 'libaom-av1', 'hevc', 'vp8', 'libvpx'].join(','),
];

/** FFmpeg's message for a decoder that is not on the list. The first capture group contains the name of the decoder. */
export const unlistedDecoder = /\bCodec \(([\w-]+)\) not on whitelist/;

/** Error reasons of engines that run FFmpeg. A file whose codec has no listed decoder is unsupported, not corrupt. */
export const decoderReasons = [[unlistedDecoder, 'unsupported_feature']] as const;
