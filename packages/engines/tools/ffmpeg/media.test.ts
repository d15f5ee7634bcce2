/** Tests how ffprobe's output is interpreted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMedia } from './media.ts';

const answer = JSON.stringify({
  streams: [
    {
      index: 0,
      codec_type: 'video',
      codec_name: 'png',
      width: 64,
      height: 64,
      disposition: { attached_pic: 1 },
    },
    {
      ...{ index: 1, codec_type: 'video', codec_name: 'h264', width: 160, height: 120, field_order: 'tt' },
      ...{ avg_frame_rate: '30000/1001', sample_aspect_ratio: '16:15', side_data_list: [{ rotation: -90 }] },
    },
    {
      ...{ index: 2, codec_type: 'audio', codec_name: 'flac', channels: 2, sample_rate: '44100' },
      ...{ bits_per_raw_sample: '24', tags: { DURATION: '00:01:02.500000000' } },
    },
    { index: 3, codec_type: 'audio', codec_name: 'aac', channels: 0, sample_rate: '0' },
    { index: 4, codec_type: 'data' },
    { index: 5, codec_type: 'subtitle', codec_name: 'subrip' },
  ],
  format: { duration: '62.5' },
});

test('identifies the video, cover, audio and subtitle streams of a media file', () => {
  const { picture, cover, sounds, subtitles } = readMedia(answer, '');
  assert.deepEqual(cover, { index: 0, codec: 'png' });
  assert.deepEqual(
    [picture?.index, picture?.interlaced, picture?.squarePixels, picture?.rotated],
    [1, true, false, true],
  );
  assert.equal(picture?.framesPerSecond.toFixed(2), '29.97');
  assert.deepEqual(
    sounds.map(({ index, depth, seconds }) => [index, depth, seconds]),
    [[2, 24, 62.5]],
  );
  assert.deepEqual(subtitles, [{ index: 5, codec: 'subrip', main: false }]);
});

test('omits the length of a media file if ffprobe only estimated the length', () => {
  const { seconds, sounds } = readMedia(answer, 'Estimating duration from bitrate, this may be inaccurate');
  assert.equal(seconds, undefined);
  assert.equal(sounds[0]?.seconds, undefined);
});
