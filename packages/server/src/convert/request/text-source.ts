/** Detects text files that must be decoded first, because engines expect UTF-8. */
import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { declaredEncoding, hasEscapes } from '@protean/engines/passes/encoding/declaration.ts';
import { isUtf7 } from '@protean/engines/passes/encoding/utf7.ts';
import type { SourceFile } from './source-file.ts';

const pieceBytes = 1024 * 1024;

/**
 * Whether a text file of the format `format` is not UTF-8 or declares another encoding. If the text contains a zero
 * byte, the zero byte is considered a part of a UTF-16 character, because UTF-8 text does not contain zero bytes.
 */
export async function needsDecoding({ fd, size }: SourceFile, format: string): Promise<boolean> {
  // The buffer is no larger than the file, because most text files are small. A large buffer for each small file would
  // burden the garbage collector.
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, size));
  let [kept, position, isFirst, isAscii] = [0, 0, true, true];
  let declared: ReturnType<typeof declaredEncoding>;
  for (;;) {
    const bytesRead = position < size ? readSync(fd, buffer, kept, buffer.length - kept, position) : 0;
    position += bytesRead;
    const bytes = buffer.subarray(0, kept + bytesRead);
    if (bytesRead === 0) return bytes.length > 0 || (declared !== undefined && !isAscii);
    if (isFirst) {
      // A binary property list is not text, although it has the same extension as an XML property list.
      if (bytes.toString('latin1', 0, 6) === 'bplist') return false;
      if (hasEscapes(bytes) || isUtf7(bytes, format)) return true;
      declared = declaredEncoding(bytes, format);
      if (declared === 'utf-8') declared = undefined;
    }
    isFirst = false;
    if (position < size) await nextTurn();
    const whole = bytes.subarray(0, bytes.length - begunCharacter(bytes));
    if (whole.includes(0) || !isUtf8(whole)) return true;
    if (declared !== undefined && isAscii) isAscii = whole.every((byte) => byte < 0x80);
    kept = bytes.length - whole.length;
    buffer.copyWithin(0, whole.length, bytes.length);
  }
}

/** Returns the number of bytes of the incomplete UTF-8 character at the end, or 0 if the last character is complete. */
function begunCharacter(bytes: Uint8Array): number {
  for (let count = 1; count <= 3; count += 1) {
    const byte = bytes.at(-count) ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return count < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? count : 0;
  }
  return 0;
}
