/** Refuses Arrow files with features that the library reads incorrectly or rejects with an unspecific error. */
import { Endianness, tableFromIPC, Type, type DataType } from '@uwdata/flechette';
import { unsupported } from '../../../contract/reasons.ts';
import { InvalidData } from '../values/value.ts';

type TypeParts = DataType & { dictionary?: DataType; children?: { name: string; type: DataType }[] };

export function checkSchema(bytes: Uint8Array): void {
  const { schema } = tableFromIPC(schemaMessage(bytes));
  if (schema.endianness === Endianness.Big) throw unsupported('arrow big-endian byte order');
  for (const { type } of schema.fields) checkType(type);
}

/**
 * Returns the first message of the Arrow data, which describes the columns. In an Arrow file, the first message follows
 * the magic number and 2 padding bytes.
 */
function schemaMessage(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = file.toString('latin1', 0, 6) === 'ARROW1' ? 8 : 0;
  if (file.length < start + 8) throw new InvalidData('unexpected end of file');
  // Files from before version 0.15 have no continuation marker.
  const lengthAt = file.readUInt32LE(start) === 0xffff_ffff ? start + 4 : start;
  const end = lengthAt + 4 + file.readUInt32LE(lengthAt);
  if (end > file.length) throw new InvalidData('unexpected end of file');
  return bytes.slice(start, end);
}

export function checkType(type: DataType, at = { inDictionary: false, level: 0 }): void {
  const { dictionary, children = [] } = type as TypeParts;
  const isDictionary = type.typeId === Type.Dictionary;
  if (isDictionary && at.inDictionary) throw unsupported('arrow nested dictionaries');
  const isRepeated = new Set(children.map(({ name }) => name)).size < children.length;
  // Top-level columns are read by index, so they may have the same name.
  if (type.typeId === Type.Struct && isRepeated && at.level > 0)
    throw unsupported('arrow fields of the same name in a nested struct');
  const within = { inDictionary: at.inDictionary || isDictionary, level: at.level + 1 };
  if (dictionary) checkType(dictionary, within);
  for (const child of children) checkType(child.type, within);
}
