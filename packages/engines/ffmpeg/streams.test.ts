/** What is copied and what is encoded anew. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Options } from '../runtime/options.ts';
import { RefusedError } from '../runtime/reasons.ts';
import type { Media, PictureStream, SoundStream } from './media.ts';
import { sourceOf } from './sources.ts';
import { streamAttempts } from './streams.ts';
import { audioTargets, videoTargets } from './targets.ts';

const picture: PictureStream = {
  ...{ index: 0, codec: 'h264', width: 160, height: 120, pixelFormat: 'yuv420p', seconds: 3 },
  ...{ interlaced: false, square: true, turned: false, bright: false, framesPerSecond: 25 },
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

const film: Media = { picture, sounds: [sound], subtitles: [], seconds: 3 };

/** The value after `flag` in the first attempt. */
function planned(from: string, to: string, media: Media = film, options: Options = {}) {
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

describe('streams are copied', () => {
  test('where the container takes their codecs, with encoding to fall back on', () => {
    const { attempts, value } = planned('mov', 'mp4');
    assert.deepEqual([value('-c:v'), value('-c:a')], ['copy', 'copy']);
    assert.equal(attempts.length, 2);
    assert.ok(!attempts[1]?.commands[0]?.includes('copy'));
  });

  test('out of a video into a file of their own', () => {
    assert.equal(planned('mp4', 'aac').value('-c:a'), 'copy');
  });
});

describe('a file that lacks what the target is made of', () => {
  const lacking = (reason: string) => (error: unknown) =>
    error instanceof RefusedError && error.reason === reason;

  test('says so', () => {
    assert.throws(() => planned('mp4', 'mp3', { ...film, sounds: [] }), lacking('no_audio'));
    const text: Media = { sounds: [], subtitles: [{ index: 0, codec: 'subrip' }] };
    assert.throws(() => planned('mkv', 'mp4', text), lacking('no_video'));
  });

  test('is broken when it has nothing else either', () => {
    const nothing: Media = { sounds: [], subtitles: [] };
    assert.throws(
      () => planned('mp4', 'mp3', nothing),
      (error) => !(error instanceof RefusedError),
    );
  });
});

describe('streams are encoded', () => {
  test('where the container does not take their codecs', () => {
    const { attempts, value } = planned('mp4', 'webm');
    assert.deepEqual([value('-c:v'), value('-c:a')], ['libvpx-vp9', 'libopus']);
    assert.equal(attempts.length, 1);
  });

  test('where a quality or bitrate is asked for, the sound beside a picture staying as it is', () => {
    const { value } = planned('mov', 'mp4', film, { bitrate: 900 });
    assert.deepEqual([value('-c:v'), value('-b:v'), value('-c:a')], ['libx264', '900k', 'copy']);
    assert.equal(planned('m4a', 'aac', { ...film, sounds: [sound] }, { bitrate: 96 }).value('-b:a'), '96k');
  });

  test('where the container cannot say that the picture is turned', () => {
    const turned = { ...film, picture: { ...picture, turned: true } };
    assert.equal(planned('mp4', 'mkv', turned).value('-c:v'), 'libx264');
    assert.equal(planned('mp4', 'mov', turned).value('-c:v'), 'copy');
  });

  test('where the source has too few times', () => {
    assert.equal(planned('avi', 'mp4').value('-c:v'), 'libx264');
  });

  test('one channel at half the rate of two', () => {
    const mono = { ...film, sounds: [{ ...sound, channels: 1 }] };
    assert.equal(planned('mp4', 'ac3', mono).value('-b:a'), '112k');
  });
});

describe('channels', () => {
  const channels = (to: string, wanted: number) => planned('wav', to, film, { channels: wanted });

  test('that a coding does not have are refused, those of the source brought down to them', () => {
    const surround = { ...film, sounds: [{ ...sound, codec: 'pcm_s16le', channels: 6 }] };
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

  test('are placed where the coding knows them', () => {
    assert.equal(channels('opus', 4).value('-channel_layout'), 'quad');
    assert.ok(!channels('flac', 4).command.includes('-channel_layout'));
  });
});

describe('a result has to last', () => {
  test('as long as the streams say that were taken', () => {
    const short = { ...film, sounds: [{ ...sound, seconds: 1 }] };
    assert.equal(planned('mp4', 'mp3', short).attempts[0]?.seconds, 1);
    assert.equal(planned('mp4', 'mkv', short).attempts[0]?.seconds, 3);
  });

  test('not as long as the file says, where only one of its streams was taken', () => {
    const lengthless = { index: 1, codec: 'aac', channels: 2, rate: 44_100, depth: 16, main: true };
    const { attempts } = planned('mkv', 'mp3', { ...film, sounds: [lengthless] });
    assert.equal(attempts[0]?.seconds, undefined);
  });
});
