/**
 * Builds tar files byte by byte. The tar files may contain links, devices and false sizes that no normal archiver
 * writes.
 */

export interface TarMember {
  name: string;
  data?: Buffer | string;
  /** The type flag: `0` file, `1` hard link, `2` symbolic link, `3` device, `5` folder, `x` extended header. */
  type?: string;
  /** The target of a link. */
  target?: string;
  /** The size in the header, if it differs from the real size. */
  claims?: number;
}

export function tar(members: readonly TarMember[]): Buffer {
  return Buffer.concat([...members.map(record), Buffer.alloc(1024)]);
}

function record({ name, data = '', type = '0', target = '', claims }: TarMember): Buffer {
  const body = Buffer.from(data as string);
  const head = Buffer.alloc(512);
  head.write(name, 0, 100);
  head.write('0000644\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  head.write(`${(claims ?? body.length).toString(8).padStart(11, '0')}\0`, 124);
  head.write('14571234567\0', 136);
  head.write('        ', 148);
  head.write(type, 156);
  head.write(target, 157, 100);
  head.write('ustar\x0000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([head, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}
