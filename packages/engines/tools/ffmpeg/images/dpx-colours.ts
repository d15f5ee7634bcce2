/**
 * Corrects the colours that the headers of DPX files declare, because FFmpeg's encoder declares every file as linear
 * light.
 */
import { open } from 'node:fs/promises';

/** Offset of the transfer characteristic of the first picture (SMPTE 268M). The byte after it is the colorimetry. */
export const transferAt = 801;

/** Value for ITU-R BT.709 in the transfer field and in the colorimetric field. */
const bt709 = 6;

export async function declareVideoSamples(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(Buffer.from([bt709, bt709]), 0, 2, transferAt);
  } finally {
    await file.close();
  }
}
