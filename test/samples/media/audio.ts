/**
 * Samples of audio formats with the two tones of tones.ts. Code in this folder writes some formats byte by byte. If a
 * format is not written byte by byte, an encoder other than ffmpeg writes the sample. If Debian has no other encoder
 * for a format, ffmpeg writes the sample.
 */
import { writeFile } from 'node:fs/promises';
import { ape } from './monkeys-audio.ts';
import { run } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';
import { aiff, au, caf, midi, voc, w64, wav } from './sound-file.ts';
import { tones } from './tones.ts';

export const audio: SampleMakers = {
  wav: (file) => writeFile(file, wav()),
  aiff: (file) => writeFile(file, aiff()),
  au: (file) => writeFile(file, au()),
  caf: (file) => writeFile(file, caf()),
  w64: (file) => writeFile(file, w64()),
  voc: (file) => writeFile(file, voc()),
  ape: (file) => writeFile(file, ape()),
  mid: (file) => writeFile(file, midi()),
  mp3: bySox('mp3', '-C', '192'),
  mp2: bySox('mp2', '-C', '192'),
  flac: bySox('flac'),
  ogg: bySox('vorbis'),
  amr: bySox('amr-nb', '-r', '8000', '-c', '1'),
  opus: async (file, sample) => {
    const tags = ['--title', tones.title, '--artist', tones.artist];
    await run('/usr/bin/opusenc', ['--quiet', ...tags, await sample('wav'), file]);
  },
  wv: async (file, sample) => {
    const tags = ['-w', `Title=${tones.title}`, '-w', `Artist=${tones.artist}`];
    await run('/usr/bin/wavpack', ['-q', '-y', ...tags, await sample('wav'), '-o', file]);
  },
  // FFmpeg writes the samples of the following formats, because Debian has no other encoder for them.
  m4a: byFfmpeg('ipod', 'aac'),
  m4r: byFfmpeg('ipod', 'aac'),
  m4b: byFfmpeg('ipod', 'aac', '-brand', 'M4B '),
  aac: byFfmpeg('adts', 'aac', '-write_id3v2', '1'),
  wma: byFfmpeg('asf', 'wmav2'),
  ra: byFfmpeg('rm', 'ac3'),
  ac3: byFfmpeg('ac3', 'ac3'),
  eac3: byFfmpeg('eac3', 'eac3'),
  dts: byFfmpeg('dts', 'dca', '-strict', '-2', '-ar', '48000'),
  mka: byFfmpeg('matroska', 'flac'),
  weba: byFfmpeg('webm', 'libopus'),
  tta: byFfmpeg('tta', 'tta'),
  awb: byFfmpeg('amr', 'libvo_amrwbenc', '-ar', '16000', '-ac', '1', '-b:a', '23.85k'),
};

function bySox(type: string, ...flags: string[]): SampleMaker {
  return async (file, sample) => {
    const tags = ['--comment', `Title=${tones.title}`, '--add-comment', `Artist=${tones.artist}`];
    await run('/usr/bin/sox', ['-V1', await sample('wav'), ...tags, '-t', type, ...flags, file]);
  };
}

function byFfmpeg(muxer: string, codec: string, ...flags: string[]): SampleMaker {
  return async (file, sample) => {
    const tags = ['-metadata', `title=${tones.title}`, '-metadata', `artist=${tones.artist}`];
    const source = ['-v', 'error', '-y', '-i', await sample('wav')];
    await run('/usr/bin/ffmpeg', [...source, '-c:a', codec, ...flags, ...tags, '-f', muxer, file]);
  };
}
