/** Tests that codec ids are read from Matroska files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matroskaCodecs } from './codec-ids.ts';

test('reads a Matroska codec id only up to its declared length, even if letters follow', () => {
  // FFmpeg 7 writes the codec delay (id 56 AA, which begins with a V) directly after the codec id.
  const audio = Buffer.concat([Buffer.from('\x86\x85A_ZQXV', 'latin1'), Buffer.from('aa8100', 'hex')]);
  const video = Buffer.from('\x86\x9fV_ZQX99/ISO/A23456789/123456789\x83\x81\x01', 'latin1');
  assert.deepEqual(matroskaCodecs(Buffer.concat([audio, video])), [
    'A_ZQX',
    'V_ZQX99/ISO/A23456789/123456789',
  ]);
});
