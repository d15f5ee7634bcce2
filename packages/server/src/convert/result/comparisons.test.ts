import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Facts } from '@protean/engines/passes/file_info/file-info.ts';
import type { Options } from '@protean/engines/contract/options.ts';
import type { Trait } from '@protean/formats/format.ts';
import { warningsOf } from './comparisons.ts';

/** Returns the codes of the warnings with their details. */
function warned(
  source: Facts,
  result: Facts,
  { options = {}, loses = [] }: { options?: Options; loses?: readonly Trait[] } = {},
): string[] {
  return warningsOf({ source, result, options, loses }).map(
    ({ code, message }) => `${code} ${message.replace(/^[^:]*: |\.$/g, '')}`,
  );
}

test('warns if the result has fewer pages, sheets, rows or frames than the source', () => {
  assert.deepEqual(warned({ pages: 5 }, { pages: 2 }), ['pages_left_out 2 of 5']);
  assert.deepEqual(warned({ sheets: 3, rows: 9 }, { sheets: 1, rows: 4 }), ['sheets_left_out 1 of 3']);
  assert.deepEqual(warned({ sheets: 1, rows: 9 }, { sheets: 1, rows: 4 }), ['rows_left_out 4 of 9']);
  assert.deepEqual(warned({ frames: 8 }, { frames: 1 }), ['frames_left_out 1 of 8']);
});

test('does not warn about pages if a count is unknown or the caller requested fewer pages', () => {
  assert.deepEqual(warned({ pages: 5 }, {}), []);
  assert.deepEqual(warned({}, { pages: 5 }), []);
  assert.deepEqual(warned({ pages: 2 }, { pages: 2 }), []);
  assert.deepEqual(warned({ pages: 2 }, { pages: 3 }), []);
  assert.deepEqual(warned({ pages: 5 }, { pages: 2 }, { options: { pages: '1-2' } }), []);
  // Fewer frames cause no warning, because an encoder merges identical frames.
  assert.deepEqual(warned({ frames: 8 }, { frames: 7 }), []);
});

test('warns about missing tracks unless the route or an option removes tracks of that type', () => {
  const video = { video_tracks: 1, audio_tracks: 2, subtitle_tracks: 3 };
  const short = { video_tracks: 1, audio_tracks: 1, subtitle_tracks: 0 };
  assert.deepEqual(warned(video, short), ['tracks_left_out 1 of 2 audio tracks, 0 of 3 subtitle tracks']);
  const sound = { video_tracks: 0, audio_tracks: 1, subtitle_tracks: 0 };
  assert.deepEqual(warned(video, sound, { loses: ['picture'] }), ['tracks_left_out 1 of 2 audio tracks']);
  assert.deepEqual(warned(video, { ...video, audio_tracks: 0 }, { options: { mute: true } }), []);
});

test('warns if the colour space changes, but not if sRGB only gets a different name', () => {
  const rgb = { colour_model: 'rgb' };
  assert.deepEqual(warned({ colour_model: 'cmyk' }, { ...rgb, profile: 'none' }), [
    'colours_converted CMYK to RGB (no profile)',
  ]);
  assert.deepEqual(warned({ ...rgb, profile: 'Display P3' }, { ...rgb, profile: 'sRGB' }), [
    'colours_converted RGB (Display P3) to RGB (sRGB)',
  ]);
  assert.deepEqual(warned({ ...rgb, profile: 'sRGB IEC61966-2.1' }, { ...rgb, profile: 'none' }), []);
  assert.deepEqual(warned({ ...rgb, profile: 'none' }, { ...rgb, profile: 'sRGB' }), []);
  assert.deepEqual(warned({ ...rgb, profile: 'Display P3' }, rgb), []);
  assert.deepEqual(warned({ colour_model: 'grey' }, rgb), []);
  assert.deepEqual(warned(rgb, { colour_model: 'grey' }, { loses: ['colour'] }), []);
});

test('the warning names the replacement font only if the replacement is certain', () => {
  const used = (...fonts: string[]) => ({ fonts });
  const pdf = (...fonts: string[]) => ({ pages: 1, fonts });
  assert.deepEqual(warned(used('Calibri', 'Arial'), pdf('Carlito-Bold', 'ArialMT')), [
    'fonts_replaced Calibri by Carlito',
  ]);
  assert.deepEqual(warned(used('Papyrus'), pdf('DejaVuSans-Bold', 'DejaVuSans')), [
    'fonts_replaced Papyrus by DejaVuSans',
  ]);
  assert.deepEqual(warned(used('Papyrus', 'Arial'), pdf('DejaVuSans', 'Arial-BoldMT')), [
    'fonts_replaced Papyrus by another',
  ]);
  assert.deepEqual(warned(used('Papyrus', 'Arial'), pdf('ArialMT')), []);
  assert.deepEqual(warned(used('Arial'), pdf()), []);
  // A result without a page count is not a PDF, so its fonts are not compared.
  assert.deepEqual(warned(used('Papyrus'), { fonts: ['Arial'] }), []);
});

test('warns about content credentials only if the result is known to lack the credentials', () => {
  const [warning] = warningsOf({
    ...{ source: { credentials: true }, result: { credentials: false } },
    ...{ options: {}, loses: [] },
  });
  assert.equal(warning?.code, 'credentials_removed');
  assert.deepEqual(warned({ credentials: true }, {}), []);
});
