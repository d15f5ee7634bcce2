/**
 * Reads the Parquet files that DuckDB does not support: files with LZ4 in Hadoop's block format, with BYTE_STREAM_SPLIT
 * for types other than floats, or with maps that have no values.
 *
 * The library hyparquet rounds decimals to doubles and converts maps to objects. To keep decimals and maps exact, this
 * module passes hyparquet a schema without annotations (except for lists), and interprets the values itself.
 */
import { readFile } from 'node:fs/promises';
import {
  parquetMetadata,
  parquetReadObjects,
  parquetSchema,
  type FileMetaData,
  type SchemaElement,
  type SchemaTree,
} from 'hyparquet';
import { unsupported } from '../../../contract/reasons.ts';
import { shortest, timeOf } from './avro-read.ts';
import { halfFloat, lenientText } from '../values/bytes.ts';
import { unpackers } from './parquet-pages.ts';
import { dayAfter1970, momentAfter1970, scaled } from '../values/shape.ts';
import { tableValue } from '../values/table.ts';
import { textOf } from '../values/untyped.ts';
import { InvalidData, Numeral, type Value } from '../values/value.ts';

/** Reads the table of a Parquet file. `mostValues` is the maximum number of cells in the table. */
export async function readBySecondReader(file: string, mostValues: number): Promise<Value> {
  const bytes = await readFile(file);
  const metadata = parquetMetadata(bytes, { geoparquet: false });
  const root = parquetSchema(metadata);
  checkPaths(metadata, root);
  const cells = Number(metadata.num_rows) * root.children.length;
  if (cells > mostValues)
    throw new InvalidData(`a table of ${cells} values is too large for a file of ${bytes.length} bytes`);
  const rows = await parquetReadObjects({
    file: {
      byteLength: bytes.length,
      slice: (from, to) => Uint8Array.prototype.slice.call(bytes, from, to).buffer,
    },
    metadata: { ...metadata, schema: metadata.schema.map(withoutAnnotation) },
    compressors,
    parsers: { timestampFromNanoseconds: (nanos) => nanos },
    utf8: false,
    geoparquet: false,
  });
  const names = root.children.map(({ element }) => element.name);
  return tableValue(
    names,
    rows.map((row) => membersOf(row, root)),
  );
}

/**
 * Decompressors for the library hyparquet. An empty page is returned without decompression, because it has no
 * compressed bytes.
 */
const compressors = Object.fromEntries(
  Object.entries(unpackers).map(([codec, unpack]) => [
    codec,
    (page: Uint8Array, length: number) =>
      length === 0 ? new Uint8Array() : unpack(Buffer.from(page), length),
  ]),
);

/** Rejects columns that are not in the schema, because they cause an unhandled rejection in the library. */
function checkPaths({ row_groups: groups }: FileMetaData, root: SchemaTree): void {
  const isKnown = (path: readonly string[]) => {
    let tree: SchemaTree | undefined = root;
    for (const name of path) tree = tree?.children.find(({ element }) => element.name === name);
    return tree !== undefined;
  };
  for (const { meta_data: column } of groups.flatMap(({ columns }) => columns))
    if (column && !isKnown(column.path_in_schema)) throw new InvalidData('a column is not in the schema');
}

/** Returns the column without the annotations that make the library convert its values. */
function withoutAnnotation(element: SchemaElement): SchemaElement {
  const { converted_type: converted, logical_type: logical, ...plain } = element;
  return converted === 'LIST' || logical?.type === 'LIST' ? { ...plain, converted_type: 'LIST' } : plain;
}

const annotation = ({
  converted_type: converted,
  logical_type: logical,
}: SchemaElement): string | undefined => logical?.type ?? converted;

const membersOf = (raw: Record<string, unknown>, { children }: SchemaTree) =>
  new Map(children.map((child) => [child.element.name, valueOf(raw[child.element.name], child)]));

function valueOf(raw: unknown, tree: SchemaTree): Value {
  const { element, children } = tree;
  const name = annotation(element);
  // In a repeated field without a list annotation, the library omits empty lists, so a missing value means an empty
  // list.
  if (raw === null || raw === undefined) return element.repetition_type === 'REPEATED' ? [] : null;
  if (name === 'MAP' || name === 'MAP_KEY_VALUE') return mapOf(raw as Record<string, unknown>, tree);
  if (name === 'LIST') return listOf(raw as unknown[], itemOf(tree));
  if (element.repetition_type === 'REPEATED' && Array.isArray(raw))
    return listOf(raw, { ...tree, element: { ...element, repetition_type: 'REQUIRED' } });
  return children.length > 0 ? membersOf(raw as Record<string, unknown>, tree) : scalarOf(raw, element);
}

const listOf = (items: readonly unknown[], item: SchemaTree): Value[] =>
  items.map((one) => valueOf(one, item));

/**
 * Returns the schema of the items of a list. In most files, the items are inside a repeated group, and the library
 * removes the level of this group. In some files, no group surrounds the items of a list, and the items themselves are
 * marked as repeated.
 */
function itemOf({ children: [entry] }: SchemaTree): SchemaTree {
  if (!entry) throw new InvalidData('a list without items');
  const [only, ...more] = entry.children;
  return only && more.length === 0
    ? only
    : { ...entry, element: { ...entry.element, repetition_type: 'REQUIRED' } };
}

function mapOf(raw: Record<string, unknown>, { children: [entry] }: SchemaTree): Value {
  const [key, value] = entry?.children ?? [];
  if (!entry || !key) throw new InvalidData('a map without keys');
  const entries = (raw[entry.element.name] ?? []) as Record<string, unknown>[];
  return new Map(
    entries.map((one) => [
      textOf(valueOf(one[key.element.name], key)),
      value ? valueOf(one[value.element.name], value) : null,
    ]),
  );
}

function scalarOf(raw: unknown, element: SchemaElement): Value {
  if (typeof raw === 'boolean') return raw;
  if (typeof raw === 'number' && element.type === 'FLOAT') return Numeral.float(shortest(raw));
  if (typeof raw === 'number' && element.type === 'DOUBLE') return Numeral.float(raw);
  if (typeof raw === 'number' || typeof raw === 'bigint') return integerOf(BigInt(raw), element);
  return bytesOf(Buffer.from(raw as Uint8Array), element);
}

/** For each time unit: the number of digits after the decimal point of a second. */
const digits: Readonly<Record<string, number>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };

function integerOf(count: bigint, element: SchemaElement): Value {
  const { type, scale, converted_type: converted, logical_type: logical } = element;
  // Older Parquet files use the annotation `TIMESTAMP_MILLIS`.
  const [kind = '', unit = ''] =
    logical && 'unit' in logical ? [logical.type, logical.unit] : (converted?.split('_') ?? []);
  if (type === 'INT96') return momentAfter1970(count, 'local', 9);
  if (annotation(element) === 'DECIMAL') return scaled(count, scale ?? 0);
  if (annotation(element) === 'DATE') return dayAfter1970(Number(count));
  if (kind === 'TIME') return timeOf((count * 1_000_000n) / 10n ** BigInt(digits[unit] ?? 6));
  if (kind === 'TIMESTAMP') {
    const isInstant = logical?.type === 'TIMESTAMP' && logical.isAdjustedToUTC;
    return momentAfter1970(count, isInstant ? 'instant' : 'local', digits[unit] ?? 6);
  }
  const isUnsigned =
    converted?.startsWith('UINT') === true || (logical?.type === 'INTEGER' && !logical.isSigned);
  return Numeral.of(isUnsigned ? BigInt.asUintN(type === 'INT64' ? 64 : 32, count) : count);
}

const texts = ['UTF8', 'STRING', 'ENUM', 'JSON'];
/** Annotations that this reader does not support. */
const unread = ['INTERVAL', 'VARIANT', 'GEOMETRY', 'GEOGRAPHY'];

function bytesOf(bytes: Buffer, element: SchemaElement): Value {
  const name = annotation(element) ?? '';
  if (unread.includes(name)) throw unsupported(`parquet ${name} with a codec or encoding that DuckDB lacks`);
  if (texts.includes(name)) return lenientText(bytes);
  if (name === 'DECIMAL') return scaled(signed(bytes), element.scale ?? 0);
  if (name === 'FLOAT16') return Numeral.float(shortest(halfFloat(bytes.readUInt16LE())));
  if (name === 'UUID') return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return new Uint8Array(bytes);
}

/** Reads a big-endian two's complement integer. */
function signed(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`));
}
