/** Builds zip files byte by byte, because no zip library writes headers that contradict the content. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Member {
  name: string;
  data?: Buffer | string;
  /** Unix type and permissions, such as `0o120777` for a symbolic link. */
  mode?: number;
  /** The unpacked size in the headers, if it differs from the real size. */
  claims?: number;
  /** Whether the member is stored uncompressed. */
  stored?: true;
  /**
   * Data that is already compressed, to use instead of `data`. `plain` is the length of the unpacked bytes, and `crc`
   * is their checksum.
   */
  packed?: { bytes: Buffer; plain: number; crc: number };
  /** Whether the headers claim that a password is required. */
  locked?: true;
}

export function zip(members: readonly Member[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const member of members) {
    const name = Buffer.from(member.name);
    const body = bodyOf(member);
    const fields = fieldsOf(member, name.length, body.length);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, name, body]);
    locals.push(local);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((member.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(at, 10);
    // Declares that the zip was made on Unix, because programs ignore `mode` otherwise.
    central.push(Buffer.concat([Buffer.from('504b01021403', 'hex'), fields, tail, name]));
    at += local.length;
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...locals, directory, zipEnd(members.length, directory.length, at)]);
}

function zipEnd(entries: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32BE(0x504b0506, 0);
  end.writeUInt16LE(Math.min(entries, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries, 0xffff), 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  return end;
}

const raw = ({ data = '' }: Member) => Buffer.from(data as string);

function bodyOf(member: Member): Buffer {
  if (member.packed) return member.packed.bytes;
  return member.stored ? raw(member) : deflateRawSync(raw(member));
}

/**
 * Returns the header fields of a member that are the same in its local header and in the central directory: from
 * "version needed" to the length of the extra field.
 */
function fieldsOf(member: Member, nameLength: number, packedLength: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(member.locked ? 1 : 0, 2);
  fields.writeUInt16LE(member.stored ? 0 : 8, 4);
  fields.writeUInt32LE(0x585d6000, 6);
  fields.writeUInt32LE(member.packed?.crc ?? crc32(raw(member)), 10);
  fields.writeUInt32LE(packedLength, 14);
  fields.writeUInt32LE(member.claims ?? member.packed?.plain ?? raw(member).length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

/** Returns a zip with a member for each property of `members`. */
export function zipOf(members: Readonly<Record<string, Buffer | string>>): Buffer {
  return zip(
    Object.entries(members).map(([name, data]) => ({
      name,
      data,
      ...(name === 'mimetype' ? { stored: true as const } : {}),
    })),
  );
}
