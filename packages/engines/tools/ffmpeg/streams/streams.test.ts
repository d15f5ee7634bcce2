/** Tests which streams are copied and which are encoded. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Options } from '../../../contract/options.ts';
import { RefusedError } from '../../../contract/reasons.ts';
import type { Media, PictureStream, SoundStream } from '../media.ts';
import { sourceOf } from './sources.ts';
import { streamAttempts } from './streams.ts';
import { audioTargets, videoTargets } from './targets.ts';

const picture: PictureStream = {
  ...{ index: 0, codec: 'h264', width: 160, height: 120, pixelFormat: 'yuv420p', seconds: 3 },
  ...{ interlaced: false, squarePixels: true, rotated: false, isHdr: false, framesPerSecond: 25 },
  ...{ hasAlpha: false, colours: {} },
};

const sound: SoundStream = {
  index: 1,
  codec: 'aac',
  channels: 2,
  rate: 44_100,
  depth: 16,
  main: true,
  seconds: 3,
};

const video: Media = { picture, sounds: [sound], subtitles: [], seconds: 3 };

/**
 * Returns the attempts, the command of the first attempt, and a function that returns the value after a flag in this
 * command.
 */
function planned(from: string, to: string, media: Media = video, options: Options = {}) {
  const target = audioTargets[to] ?? videoTargets[to];
  assert.ok(target);
  const attempts = streamAttempts({
    media,
    source: sourceOf(from),
    target,
    input: 'in',
    output: 'out',
    options,
  });
  const command = attempts[0]?.commands[0] ?? [];
  const value = (flag: string) => command[command.indexOf(flag) + 1];
  return { attempts, value, command };
}

describe('copies streams without re-encoding', () => {
  test('tries to copy streams before it encodes them if the target container supports their codecs', () => {
    const { attempts, value } = planned('mov', 'mp4');
    assert.deepEqual([value('-c:v'), value('-c:a')], ['copy', 'copy']);
    assert.equal(attempts.length, 2);
    assert.ok(!attempts[1]?.commands[0]?.includes('copy'));
  });

  test('copies the audio stream of a video to an audio file', () => {
    assert.equal(planned('mp4', 'aac').value('-c:a'), 'copy');
  });
});

describe('rejects a file without the stream that the target needs', () => {
  const lacking = (reason: string) => (error: unknown) =>
    error instanceof RefusedError && error.reason === reason;

  test('returns the reason no_audio or no_video if the required stream is missing', () => {
    assert.throws(() => planned('mp4', 'mp3', { ...video, sounds: [] }), lacking('no_audio'));
    const text: Media = { sounds: [], subtitles: [{ index: 0, codec: 'subrip', main: true }] };
    assert.throws(() => planned('mkv', 'mp4', text), lacking('no_video'));
  });

  test('reports a file without any stream as corrupt', () => {
    const nothing: Media = { sounds: [], subtitles: [] };
    assert.throws(
      () => planned('mp4', 'mp3', nothing),
      (error) => !(error instanceof RefusedError),
    );
  });
});

describe('encodes streams if copying is not possible', () => {
  test('encodes streams if the target container does not support their codecs', () => {
    const { attempts, value } = planned('mp4', 'webm');
    assert.deepEqual([value('-c:v'), value('-c:a')], ['libvpx-vp9', 'libopus']);
    assert.equal(attempts.length, 1);
  });

  test('if a bit rate is requested, encodes the video stream and copies the audio stream', () => {
    const { value } = planned('mov', 'mp4', video, { bitrate: 900 });
    assert.deepEqual([value('-c:v'), value('-b:v'), value('-c:a')], ['libx264', '900k', 'copy']);
    assert.equal(planned('m4a', 'aac', { ...video, sounds: [sound] }, { bitrate: 96 }).value('-b:a'), '96k');
  });

  test('encodes the video if the target container cannot store the rotation of the video', () => {
    const rotated = { ...video, picture: { ...picture, rotated: true } };
    assert.equal(planned('mp4', 'mkv', rotated).value('-c:v'), 'libx264');
    assert.equal(planned('mp4', 'mov', rotated).value('-c:v'), 'copy');
  });

  test('encodes streams if the source lacks timestamps', () => {
    assert.equal(planned('avi', 'mp4').value('-c:v'), 'libx264');
  });

  test('encodes mono sound with half the bit rate of stereo sound', () => {
    const mono = { ...video, sounds: [{ ...sound, channels: 1 }] };
    assert.equal(planned('mp4', 'ac3', mono).value('-b:a'), '112k');
  });
});

describe('chooses an audio channel layout that the codec supports', () => {
  const channels = (to: string, wanted: number) => planned('wav', to, video, { channels: wanted });

  test('rejects a requested channel count that the codec does not support', () => {
    const surround = { ...video, sounds: [{ ...sound, codec: 'pcm_s16le', channels: 6 }] };
    assert.equal(planned('wav', 'mp3', surround).value('-ac'), '2');
    for (const [to, wanted] of [
      ['mp3', 6],
      ['ac3', 7],
      ['dts', 3],
    ] as const) {
      assert.throws(
        () => channels(to, wanted),
        (error: unknown) => error instanceof RefusedError && error.reason === 'channels_not_possible',
      );
    }
  });

  test('converts audio channels to a layout that the codec supports', () => {
    assert.equal(channels('opus', 4).value('-channel_layout'), 'quad');
    assert.ok(!channels('flac', 4).command.includes('-channel_layout'));
  });
});

describe('predicts the length of the result', () => {
  test('expects the result to be as long as the selected streams', () => {
    const short = { ...video, sounds: [{ ...sound, seconds: 1 }] };
    assert.equal(planned('mp4', 'mp3', short).attempts[0]?.seconds, 1);
    assert.equal(planned('mp4', 'mkv', short).attempts[0]?.seconds, 3);
  });

  test('does not predict the length of the result if the length of the selected stream is unknown', () => {
    const lengthless = { index: 1, codec: 'aac', channels: 2, rate: 44_100, depth: 16, main: true };
    const { attempts } = planned('mkv', 'mp3', { ...video, sounds: [lengthless] });
    assert.equal(attempts[0]?.seconds, undefined);
  });
});
