/** Names the colour profile of a PNG whose pixels are in its colours already: sharp would convert them. */
import { writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';

/** The signature and the header, behind which a profile may stand. */
const headerEnd = 8 + 25;

/** Writes `png` to `file`, with `profile` where there is one. */
export async function withProfile(png: Buffer, profile: Buffer | undefined, file: string): Promise<void> {
  const chunk = profile ? [profileChunk(profile)] : [];
  await writeFile(file, Buffer.concat([png.subarray(0, headerEnd), ...chunk, png.subarray(headerEnd)]));
}

function profileChunk(profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
