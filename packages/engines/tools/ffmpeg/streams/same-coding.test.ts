import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areCodedAlike } from './same-coding.ts';

const picture = { codec_type: 'video', codec_name: 'h264', width: 64, height: 48, extradata_hash: 'a' };
const sound = { codec_type: 'audio', codec_name: 'aac', sample_rate: '48000', channels: 2 };
const video = (...streams: object[]) => JSON.stringify({ streams });

test('joins videos without re-encoding if their streams have the same encoding', () => {
  assert.ok(areCodedAlike([video(picture, sound), video(picture, { ...sound, duration: '3' })]));
  assert.ok(areCodedAlike([video(picture), video(picture)]));
});

const others: Readonly<Record<string, string>> = {
  'another size': video({ ...picture, width: 32 }, sound),
  'another decoder configuration': video({ ...picture, extradata_hash: 'b' }, sound),
  'another sample rate': video(picture, { ...sound, sample_rate: '44100' }),
  'no sound': video(picture),
  'another stream order': video(sound, picture),
  'additional subtitles': video(picture, sound, { codec_type: 'subtitle' }),
  'another picture, such as a cover': video(picture, sound, picture),
};
for (const [what, other] of Object.entries(others)) {
  test(`requires re-encoding to join videos if one video has ${what}`, () => {
    assert.equal(areCodedAlike([video(picture, sound), other]), false);
  });
}

test('requires re-encoding to join videos that are rotated or have no streams', () => {
  const turned = video({ ...picture, side_data_list: [{ rotation: 90 }] });
  assert.equal(areCodedAlike([turned, turned]), false);
  assert.equal(areCodedAlike([video(), video()]), false);
});
