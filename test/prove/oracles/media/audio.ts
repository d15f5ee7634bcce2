/**
 * The audio oracle. Checks the duration, and that the two tones sound in their channels from beginning to end. Also
 * checks every sample if the source and target formats are lossless.
 */
import assert from 'node:assert/strict';
import type { Format } from '@protean/formats/format.ts';
import { tones, toneSamples } from '../../../samples/media/tones.ts';
import type { Claim } from '../../oracle.ts';
import { mediaInfo } from './media-info.ts';
import { checkTones, readSound, type Hearing, type Sound } from './sound.ts';

/** Returns whether the format is for telephony, and therefore has one channel. */
const isTelephone = (format: Format) => !format.holds.includes('fullband');

export async function checkAudio(files: readonly string[], { source, target }: Claim): Promise<void> {
  const [file = ''] = files;
  assert.equal(files.length, 1, 'files');
  const mixed = isTelephone(source) || isTelephone(target);
  const hearing: Hearing = source.ext === 'mid' ? 'notes' : mixed ? 'mixed' : 'apart';
  const sound = await readSound(file, target.ext, hearing);
  checkTones(sound, hearing);
  checkLength(sound, source);
  const exact = source.holds.includes('exact') && target.holds.includes('exact');
  if (exact && hearing === 'apart') checkSamples(sound);
  if (source.holds.includes('tags') && target.holds.includes('tags')) {
    assert.equal((await mediaInfo(file)).title, tones.title, 'title');
  }
}

function checkLength({ channels, rate }: Sound, source: Format): void {
  const seconds = (channels[0]?.length ?? 0) / rate;
  // The sound may be longer than the tones for two reasons. Encoders pad the last frame, and at low sample rates a
  // frame is long. In MIDI files, the notes of the instrument fade out.
  const margin = isTelephone(source) ? 0.3 : source.ext === 'mid' ? 3 : 0.15;
  assert.ok(
    seconds > tones.seconds - Math.min(margin, 0.1) && seconds < tones.seconds + margin,
    `${seconds} s`,
  );
}

function checkSamples({ channels, rate }: Sound): void {
  assert.equal(rate, tones.rate, 'samples a second');
  const expected = toneSamples();
  assert.equal((channels[0]?.length ?? 0) * 2, expected.length, 'samples');
  const wrong = expected.findIndex((sample, n) => channels[n % 2]?.[Math.floor(n / 2)] !== sample / 32_768);
  assert.equal(wrong, -1, 'the first sample that differs');
}
