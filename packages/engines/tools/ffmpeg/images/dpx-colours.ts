/** Corrects the colours that the headers of DPX files declare: FFmpeg's encoder declares every file as linear light. */
import { open } from 'node:fs/promises';

/** The offsets of transfer and colorimetry in the first image element (SMPTE 268M), and their value for ITU-R BT.709. */
const [transfer, bt709] = [801, 6];

export async function declareVideoSamples(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(Buffer.from([bt709, bt709]), 0, 2, transfer);
  } finally {
    await file.close();
  }
}
