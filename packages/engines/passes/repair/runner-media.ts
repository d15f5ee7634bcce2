/** Copies the readable packets of video or audio into a new file of the same format. */
import { formatsOfFamily } from '@protean/formats';
import { statSync } from 'node:fs';
import { ffmpeg, ffprobe } from '../../tools/ffmpeg/command.ts';
import { sourceOfFile, type Source } from '../../tools/ffmpeg/streams/sources.ts';
import { run } from '../../shared/runner/run.ts';
import { readStep } from '../../contract/step.ts';
import { warn } from '../../shared/runner/warn.ts';

const step = readStep();
const source = sourceOfFile(step.from, step.input);

/** Maps FFmpeg's demuxers to the muxers of the same format that have a different name. */
const muxers: Readonly<Record<string, string>> = {
  mov: ['mov', ...formatsOfFamily('3gpp')].includes(step.from) ? step.from : 'mp4',
  matroska: step.from === 'webm' || step.from === 'weba' ? 'webm' : 'matroska',
  aac: 'adts',
  mpeg: 'vob',
  mp3: step.from === 'mp2' ? 'mp2' : 'mp3',
};

/** Flags that make FFmpeg continue after errors. */
const tolerant = ['-err_detect', 'ignore_err', '-fflags', '+discardcorrupt+genpts'];

/**
 * Flags for the audio codec. The headers of FLAC, TTA and WavPack declare the total length, so the audio is encoded
 * again, without loss. In all other audio formats, the packets are copied unchanged.
 */
const coding = ['flac', 'tta', 'wv'].includes(step.from)
  ? ['-c:a', step.from === 'wv' ? 'wavpack' : step.from]
  : ['-c', 'copy'];

const before = secondsOf(source, step.input);
const muxer = muxers[source.demuxer] ?? source.demuxer;
const streams = ['-map', '0:v?', '-map', '0:a?', '-map', '0:s?', ...coding, '-f', muxer, step.output];
const copied = run(ffmpeg(source, step.input, streams, tolerant));
const after = secondsOf(source, step.output);
if (after === undefined || after <= 0) {
  process.stderr.write(`nothing could be saved: ${copied.stderr}\n`);
  process.exit(1);
}
const ofAll = before !== undefined && before > after + 0.05 ? ` of ${before.toFixed(1)}` : '';
const bytes = ofAll === '' ? `, ${statSync(step.output).size} bytes` : '';
warn(step, 'salvaged', `${after.toFixed(1)}${ofAll} seconds${bytes}`);

/** Returns the duration in seconds, or undefined if it is unknown. */
function secondsOf(of: Source, file: string): number | undefined {
  const { status, stdout } = run(ffprobe(of, file));
  if (status !== 0) return undefined;
  const { format, streams: all = [] } = JSON.parse(stdout) as {
    format?: { duration?: string };
    streams?: { duration?: string }[];
  };
  const seconds = [format?.duration, ...all.map(({ duration }) => duration)]
    .map(Number)
    .filter(Number.isFinite);
  return seconds.length > 0 ? Math.max(...seconds) : undefined;
}
