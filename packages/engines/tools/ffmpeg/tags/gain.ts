/**
 * Converts playback gains between Opus and ReplayGain. Opus and ReplayGain have different reference levels and units
 * (RFC 7845, section 5.2.1).
 */

/** Difference between the reference levels of ReplayGain (-18 LUFS) and EBU R 128 (-23 LUFS), in dB. */
const difference = 5;
/** The unit of Opus gains is 1/256 dB. */
const unit = 256;

const names = ['TRACK', 'ALBUM'].map((of) => [`REPLAYGAIN_${of}_GAIN`, `R128_${of}_GAIN`] as const);

type Values = ReadonlyMap<string, readonly string[]>;

/** Converts gains in Opus comments to ReplayGain values. */
export function fromOpusGain(values: Values): Values {
  const result = new Map(values);
  for (const [replayGain, r128] of names) {
    const steps = Number(values.get(r128)?.[0] ?? Number.NaN);
    result.delete(r128);
    if (!Number.isNaN(steps)) result.set(replayGain, [`${(steps / unit + difference).toFixed(2)} dB`]);
  }
  return result;
}

/** Returns values for Opus comments, which must not contain ReplayGain tags. */
export function toOpusGain(values: Values): Values {
  const result = new Map([...values].filter(([tag]) => !tag.startsWith('REPLAYGAIN_')));
  for (const [replayGain, r128] of names) {
    const decibels = Number.parseFloat(values.get(replayGain)?.[0] ?? '');
    if (!Number.isNaN(decibels)) result.set(r128, [String(Math.round((decibels - difference) * unit))]);
  }
  return result;
}
