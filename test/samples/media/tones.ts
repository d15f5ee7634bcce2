/**
 * The sound in all audio and video samples: 3 seconds of two tones, one in the left channel and one in the right
 * channel.
 */

export const tones = {
  title: 'Two Tones',
  artist: 'Protean Samples',
  seconds: 3,
  /** Samples per second. */
  rate: 44_100,
  /** Frequencies in hertz. The frequencies are a fifth apart, and have whole numbers of periods in half a second. */
  left: 440,
  right: 660,
} as const;

/** Amplitude of each tone, in 16-bit samples (at most 32,767). */
export const loudness = 10_000;

/** Returns 16-bit samples, left and right interleaved. */
export function toneSamples(): Int16Array {
  const samples = new Int16Array(tones.seconds * tones.rate * 2);
  for (let n = 0; n < samples.length; n += 1) {
    const pitch = n % 2 === 0 ? tones.left : tones.right;
    const turns = (Math.floor(n / 2) * pitch) / tones.rate;
    samples[n] = Math.round(loudness * Math.sin(2 * Math.PI * turns));
  }
  return samples;
}

/** Returns the samples of the tones as bytes, in either byte order. */
export function tonePcm(order: 'little' | 'big' = 'little'): Buffer {
  const samples = toneSamples();
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return order === 'little' ? bytes : bytes.swap16();
}
