/**
 * Detects whether a picture has lossy coding. Most formats allow only lossy coding or only lossless coding. If the
 * format allows lossy and lossless coding, this module examines the content of the file.
 */
import { readFile } from 'node:fs/promises';
import { format } from '@protean/formats';
import { Bits } from '../sharp/jxl/jxl-bits.ts';

/** Detectors for formats that allow lossy and lossless coding. */
const byFile: Readonly<Record<string, (file: Buffer) => boolean>> = {
  webp: (file) => firstPicture(file) === 'VP8 ',
  jxl: isLossyJxl,
  jp2: isLossyJpeg2000,
  j2k: isLossyJpeg2000,
  // GIF stores each pixel of a palette image exactly.
  gif: () => false,
};

/** Returns whether the coding of the file is lossy: it does not store every pixel exactly. */
export async function isCodedWithLoss(ext: string, path: string): Promise<boolean> {
  const decides = byFile[ext];
  return decides ? decides(await readFile(path)) : !format(ext).holds.includes('exact');
}

/** Returns the chunk name of the first picture, or undefined. `VP8 ` is lossy, `VP8L` lossless. */
function firstPicture(file: Buffer): string | undefined {
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    if (name === 'VP8 ' || name === 'VP8L') return name;
    const length = file.readUInt32LE(at + 4);
    // In a chunk `ANMF`, the picture of the frame begins after the fields of the frame.
    at += name === 'ANMF' ? 8 + 16 : 8 + length + (length % 2);
  }
  return undefined;
}

/**
 * Marker of the coding style, and the offset of the wavelet type from the marker. A file with the wavelet type 0 is
 * lossy, because this wavelet is irreversible.
 */
const codingStyle = Buffer.from('ff52', 'hex');
const wavelet = 13;

function isLossyJpeg2000(file: Buffer): boolean {
  const codestream = file.indexOf('ff4fff51', 0, 'hex');
  const style = codestream < 0 ? -1 : file.indexOf(codingStyle, codestream);
  return style < 0 || file[style + wavelet] === 0;
}

/** Returns whether a JPEG XL is lossy: it uses the colour space XYB, or contains a recompressed JPEG. */
function isLossyJxl(file: Buffer): boolean {
  const isBare = file[0] === 0xff && file[1] === 0x0a;
  const packedJpeg = !isBare && file.indexOf('jbrd', 0, 'latin1') >= 0;
  const start = isBare ? 0 : file.indexOf('ff0a', 12, 'hex');
  return packedJpeg || start < 0 || usesXyb(new Bits(file.subarray(start + 2)));
}

/** Returns the field `xyb_encoded` from the headers of a codestream (ISO 18181-1, SizeHeader and ImageMetadata). */
function usesXyb(bits: Bits): boolean {
  bits.skipSize();
  const allDefault = bits.read(1) === 1;
  if (allDefault) return true;
  const hasExtraFields = bits.read(1) === 1;
  if (hasExtraFields) {
    bits.read(3);
    const [hasIntrinsicSize, hasPreview, hasAnimation] = [bits.read(1), bits.read(1), bits.read(1)];
    // Treats pictures with an intrinsic size, a preview or an animation as lossy, because they are rare, and parsing
    // their additional fields would need much code.
    if (hasIntrinsicSize || hasPreview || hasAnimation) return true;
  }
  const isFloat = bits.read(1) === 1;
  bits.skipOneOf(0, 0, 0, 6);
  if (isFloat) bits.read(4);
  // Skips the flag that states whether 16-bit buffers suffice.
  bits.read(1);
  const extraChannels =
    [() => 0, () => 1, () => 2 + bits.read(4), () => 1 + bits.read(12)][bits.read(2)]?.() ?? 0;
  for (let n = 0; n < extraChannels; n += 1) {
    const isPlainAlpha = bits.read(1) === 1;
    if (!isPlainAlpha) return true;
  }
  return bits.read(1) === 1;
}
