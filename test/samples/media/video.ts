/**
 * Samples of video formats: the frames of scene.ts with the sound of tones.ts, in the usual codecs of each container.
 */
import { restoreRepeats } from '../../../packages/engines/tools/ffmpeg/streams/theora-repeats.ts';
import { run } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';
import { scene, sceneFrames } from './scene.ts';
import { tones } from './tones.ts';

const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-crf', '16'];
const mpeg2 = ['-c:v', 'mpeg2video', '-pix_fmt', 'yuv420p', '-q:v', '2'];
const mpeg4 = ['-c:v', 'mpeg4', '-q:v', '2'];
const aac = ['-c:a', 'aac', '-b:a', '160k'];

/** Returns the ffmpeg flags that add the subtitles to the video. */
const said = (codec: string) => ['-map', '2:s', '-c:s', codec];

/** Some samples have obsolete codecs, so that tests cover both the copying and the re-encoding of streams. */
export const videos: SampleMakers = {
  mp4: video('mp4', ...h264, ...aac, ...said('mov_text')),
  mov: video(
    'mov',
    '-c:v',
    'mjpeg',
    '-pix_fmt',
    'yuvj420p',
    '-q:v',
    '2',
    '-c:a',
    'pcm_s16le',
    ...said('mov_text'),
  ),
  m4v: video('ipod', ...h264, ...aac, ...said('mov_text')),
  '3gp': video('3gp', ...mpeg4, ...aac, ...said('mov_text')),
  '3g2': video('3g2', ...h264, ...aac, ...said('mov_text')),
  mkv: video('matroska', ...h264, '-c:a', 'flac', ...said('subrip')),
  // Delays the sound by 128 samples, because Vorbis starts 128 samples early. Without the delay of the sound, ffmpeg
  // would delay all other streams.
  webm: video(
    'webm',
    ...['-c:v', 'libvpx', '-b:v', '1M', '-c:a', 'libvorbis', '-af', 'asetpts=PTS+128'],
    ...said('webvtt'),
  ),
  avi: video('avi', ...mpeg4, '-vtag', 'DIVX', '-c:a', 'libmp3lame'),
  flv: video('flv', '-c:v', 'flv', '-q:v', '2', '-c:a', 'libmp3lame'),
  wmv: video('asf', '-c:v', 'wmv2', '-q:v', '2', '-c:a', 'wmav2'),
  rm: video('rm', '-c:v', 'rv20', '-q:v', '2', '-c:a', 'ac3'),
  wtv: video('wtv', ...mpeg2, '-c:a', 'mp2', '-b:a', '192k'),
  mpg: video('mpeg', '-c:v', 'mpeg1video', '-q:v', '2', '-c:a', 'mp2', '-b:a', '192k'),
  vob: video('vob', ...mpeg2, '-c:a', 'ac3'),
  ogv: async (file, sample) => {
    const codecs = ['-c:v', 'libtheora', '-q:v', '9', '-c:a', 'libvorbis'];
    await video('ogv', ...codecs, '-page_duration', '1')(file, sample);
    restoreRepeats(file, scene.seconds * scene.framesPerSecond);
  },
  ts: video('mpegts', ...h264, ...aac),
  m2ts: video('mpegts', '-mpegts_m2ts_mode', '1', ...h264, '-c:a', 'ac3'),
  swf: video('swf', '-c:v', 'flv', '-q:v', '2', '-c:a', 'libmp3lame'),
  dv: video(
    'dv',
    ...['-vf', 'scale=720:576,setdar=4/3', '-c:v', 'dvvideo', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'pcm_s16le', '-ar', '48000'],
  ),
  mxf: video('mxf', ...mpeg2, '-c:a', 'pcm_s16le', '-ar', '48000'),
};

/**
 * Makes a video with ffmpeg, the only tool that writes all of these formats. Code in scene.ts makes the frames, without
 * a tool.
 */
function video(muxer: string, ...flags: string[]): SampleMaker {
  return async (file, sample) => {
    const { width, height, framesPerSecond } = scene;
    const raw = [
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${height}`,
      '-r',
      String(framesPerSecond),
    ];
    await run(
      '/usr/bin/ffmpeg',
      [
        ...[
          '-v',
          'error',
          '-y',
          ...raw,
          '-i',
          'pipe:0',
          '-i',
          await sample('wav'),
          ...['-i', await sample('srt')],
          '-map',
          '0:v',
          '-map',
          '1:a',
        ],
        ...['-metadata', `title=${tones.title}`, ...flags, '-f', muxer, file],
      ],
      { input: sceneFrames() },
    );
  };
}
