/**
 * Declares the engine that uses FFmpeg to remove metadata from audio and video. The engine copies the tracks that
 * players play, without the metadata of the container.
 */
import { decoderReasons } from '../../tools/ffmpeg/streams/decoders.ts';
import { mediaLimits, mediaTimeBudget } from '../../tools/ffmpeg/streams/limits.ts';
import { defineEngine, isRunnerFault, runnerCommand } from '../../contract/engine.ts';
import { ffmpegMounts, nodeMounts } from '../../contract/mounts.ts';
import { mediaFormats } from '../../shared/metadata/formats.ts';

export const metadataOfMedia = defineEngine({
  id: 'metadata-media',
  title: 'Metadata remover (FFmpeg)',
  needs: [
    { command: 'ffmpeg', debian: 'ffmpeg' },
    { command: 'ffprobe', debian: 'ffmpeg' },
  ],
  mounts: [...nodeMounts, ...ffmpegMounts],
  edges: [],
  reasons: decoderReasons,
  passes: [
    { formats: mediaFormats, when: 'after', phase: 'clean', options: ['strip_metadata'], concludes: true },
  ],
  isEngineFault: isRunnerFault,
  command: (step) => runnerCommand('passes/metadata/runner-media.ts', step),
  limits: mediaLimits,
  timeBudget: mediaTimeBudget,
});
