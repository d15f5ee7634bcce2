/** Checks the effects of options on conversions of audio and video. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { bytes, probe, duration } from '../../results/measure.ts';
import type { Effect, Workbench } from '../../results/workbench.ts';

export const media = (lab: Workbench): readonly Effect[] => [
  {
    shows: ['quality'],
    description: 'an audio file with a lower quality is smaller',
    see: () => lab.smaller('wav', 'mp3', { quality: '5' }, { quality: '95' }),
  },
  {
    shows: ['width', 'height', 'fps'],
    description: 'a video has the requested size and frame rate',
    see: async () => {
      const video = await lab.converted('mp4', 'webm', { width: '64', height: '48', fit: 'fill', fps: '5' });
      assert.match(await probe(video, 'stream=width,height,r_frame_rate'), /^64,48,5\/1/);
    },
  },
  {
    shows: ['bitrate'],
    description: 'audio has the requested bit rate',
    see: async () => {
      const rate = Number(
        await probe(await lab.converted('wav', 'mp3', { bitrate: '64' }), 'stream=bit_rate'),
      );
      assert.ok(Math.abs(rate - 64_000) < 8_000, `${rate}`);
    },
  },
  {
    shows: ['bitrate'],
    description: 'a bit rate with a unit has the same effect as the same bit rate in kbit/s',
    see: async () => {
      const due = await bytes(await lab.converted('wav', 'mp3', { bitrate: '64' }));
      for (const bitrate of ['64k', '64 kbps', '0.064M'])
        assert.equal(await bytes(await lab.converted('wav', 'mp3', { bitrate })), due, bitrate);
    },
  },
  {
    shows: ['max_size', 'quality'],
    description:
      'a GIF from a video does not exceed the requested file size, and is smaller at lower quality',
    see: async () => {
      const usual = await bytes(await lab.converted('mp4', 'gif', {}));
      const most = Math.floor(usual * 0.7);
      const fits = await bytes(await lab.converted('mp4', 'gif', { max_size: String(most) }));
      assert.ok(fits <= most, `${fits} of ${most} bytes`);
      await lab.smaller('mp4', 'gif', { quality: '10' }, { quality: '90' });
    },
  },
  {
    shows: ['sample_rate', 'channels'],
    description: 'audio has the requested sample rate and number of channels',
    see: async () => {
      const sound = await lab.converted('mp3', 'wav', { sample_rate: '16000', channels: '1' });
      assert.match(await probe(sound, 'stream=sample_rate,channels'), /^16000,1/);
      for (const channels of ['3', '4', '8'])
        assert.match(
          await probe(await lab.converted('wav', 'opus', { channels }), 'stream=channels'),
          new RegExp(`^${channels}`),
        );
      const { status, error } = await lab.send(await lab.samples.get('wav'), 'wav', 'mp3', { channels: '6' });
      assert.deepEqual([status, error.details?.['reason']], [400, 'channels_not_possible']);
    },
  },
  {
    shows: ['video_codec', 'audio_codec'],
    description: 'video and audio have the requested codecs if the container supports them',
    see: async () => {
      const video = await lab.converted('mp4', 'mkv', { video_codec: 'vp8', audio_codec: 'opus' });
      assert.match(await probe(video, 'stream=codec_name'), /^vp8\s+opus/);
      const { status, error } = await lab.send(await lab.samples.get('mp4'), 'mp4', 'webm', {
        video_codec: 'h264',
      });
      assert.deepEqual([status, error.details?.['reason']], [400, 'codec_not_possible']);
    },
  },
  {
    shows: ['start', 'end'],
    description: 'only the requested time range is converted',
    see: async () => {
      for (const [from, to] of [
        ['mp4', 'avi'],
        ['mp4', 'wav'],
        ['wav', 'mp3'],
        ['mp4', 'gif'],
      ] as const) {
        const part = await duration(await lab.converted(from, to, { start: '0.5', end: '00:01.5' }));
        assert.ok(Math.abs(part - 1) < 0.2, `${from} to ${to}: ${part} s`);
      }
      const { status, error } = await lab.send(await lab.samples.get('wav'), 'wav', 'mp3', { start: '9999' });
      assert.deepEqual([status, error.details?.['reason']], [400, 'nothing_in_range']);
    },
  },
  {
    shows: ['track'],
    description: 'only the requested track is converted',
    see: async () => {
      const asked = await lab.converted('mkv', 'srt', { track: '1' });
      assert.match(await readFile(asked, 'utf8'), /café/);
      const { status, error } = await lab.send(await lab.samples.get('mkv'), 'mkv', 'wav', { track: '7' });
      assert.deepEqual([status, error.details?.['reason']], [400, 'no_such_track']);
    },
  },
  {
    shows: ['mute'],
    description: 'a video has no audio track if the option mute is true',
    see: async () => {
      assert.match(await probe(await lab.converted('mp4', 'mkv', {}), 'stream=codec_type'), /audio/);
      const silent = await probe(await lab.converted('mp4', 'mkv', { mute: 'true' }), 'stream=codec_type');
      assert.doesNotMatch(silent, /audio/);
    },
  },
  {
    shows: ['strip_metadata'],
    description: 'an audio file keeps its sound and loses the tags title and artist',
    see: async () => {
      const tags = 'format_tags=title,artist:stream_tags=title,artist';
      assert.notEqual((await probe(await lab.converted('mp3', 'mp3', {}), tags)).trim(), '');
      const bare = await lab.converted('mp3', 'mp3', { strip_metadata: 'true' });
      assert.equal((await probe(bare, tags)).trim(), '');
      assert.ok((await duration(bare)) > 0.5);
    },
  },
];
