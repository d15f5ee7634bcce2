import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areCodedAlike } from './same-coding.ts';

const picture = { codec_type: 'video', codec_name: 'h264', width: 64, height: 48, extradata_hash: 'a' };
const sound = { codec_type: 'audio', codec_name: 'aac', sample_rate: '48000', channels: 2 };
const film = (...streams: object[]) => JSON.stringify({ streams });

test('joins videos without re-encoding if their streams have the same encoding', () => {
  assert.ok(areCodedAlike([film(picture, sound), film(picture, { ...sound, duration: '3' })]));
  assert.ok(areCodedAlike([film(picture), film(picture)]));
});

const others: Readonly<Record<string, string>> = {
  'another size': film({ ...picture, width: 32 }, sound),
  'another decoder configuration': film({ ...picture, extradata_hash: 'b' }, sound),
  'another sample rate': film(picture, { ...sound, sample_rate: '44100' }),
  'no sound': film(picture),
  'another stream order': film(sound, picture),
  'additional subtitles': film(picture, sound, { codec_type: 'subtitle' }),
  'another picture, such as a cover': film(picture, sound, picture),
};
for (const [what, other] of Object.entries(others)) {
  test(`requires re-encoding to join videos if one video has ${what}`, () => {
    assert.equal(areCodedAlike([film(picture, sound), other]), false);
  });
}

test('requires re-encoding to join videos that are rotated or have no streams', () => {
  const turned = film({ ...picture, side_data_list: [{ rotation: 90 }] });
  assert.equal(areCodedAlike([turned, turned]), false);
  assert.equal(areCodedAlike([film(), film()]), false);
});
