/** Tests which media tags are kept, and which values of removed tags may not occur in the result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chapterCopyingFlags, copyingFlags, playing, removedValues, tellingTags } from './tags.ts';

const streams = [
  {
    index: 0,
    codec_type: 'video',
    tags: { language: 'eng', handler_name: 'VideoHandler', creation_time: '2020-01-01' },
  },
  { index: 1, codec_type: 'video', disposition: { attached_pic: 1 } },
  { index: 2, codec_type: 'audio', tags: { LANGUAGE: 'fra', title: 'Recorded by somebody' } },
  { index: 3, codec_type: 'data', tags: { handler_name: 'GPS of a camera' } },
  { index: 4, codec_type: 'attachment', tags: { filename: 'C:/home/me/font.ttf', mimetype: 'font/ttf' } },
];

test('does not count covers and data tracks as playable streams', () => {
  assert.deepEqual(
    playing(streams).map(({ index }) => index),
    [0, 2],
  );
});

test('keeps only the language tag of each stream, and renames embedded fonts', () => {
  const flags = copyingFlags({ streams }, true).join(' ');
  assert.match(flags, /^-map 0:0 -map 0:2 -map 0:4 -c copy -map_metadata -1/);
  assert.match(
    flags,
    /-metadata:s:0 language=eng -metadata:s:1 language=fra -metadata:s:2 mimetype=font\/ttf -metadata:s:2 filename=font-2/,
  );
  assert.doesNotMatch(copyingFlags({ streams }, false).join(' '), /0:4/);
});

test('reports tags with times, titles or program names, but not the default tags of muxers', () => {
  const neutral = {
    streams: [{ index: 0, tags: { language: 'eng', handler_name: 'VideoHandler', DURATION: '00:00:02' } }],
  };
  assert.deepEqual(
    tellingTags({ ...neutral, format: { tags: { encoder: 'Lavf', major_brand: 'isom' } } }),
    [],
  );
  assert.deepEqual(tellingTags({ format: { tags: { encoder: 'Lavf61.7.100', creation_time: '2020' } } }), [
    'encoder',
    'creation_time',
  ]);
  assert.deepEqual(tellingTags({ streams }), ['creation_time', 'title', 'handler_name']);
});

test('copies chapters with their titles but without their other tags', () => {
  const chapters = [{ tags: { title: 'One', artist: 'Somebody' } }, {}];
  const flags = '-map_chapters 0 -map_metadata:c:0 -1 -map_metadata:c:1 -1 -metadata:c:0 title=One';
  assert.equal(chapterCopyingFlags({ chapters }).join(' '), flags);
  assert.deepEqual(tellingTags({ chapters }), ['artist']);
});

test('removedValues returns only long tag values that are not chapter titles', () => {
  const chapters = [{ tags: { title: 'The same chapter' } }];
  const tags = { artist: 'Somebody long', year: '2020', album: 'The same chapter', encoder: 'Lavf61.7.100' };
  assert.deepEqual(removedValues({ format: { tags }, chapters }), ['Somebody long']);
});
