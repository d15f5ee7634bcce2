/**
 * Samples of data formats such as JSON, YAML and CBOR. In most formats, the data is an object with one member,
 * `records`, which is the list of sample records. Python libraries or code in this file write the samples.
 */
import { writeFile } from 'node:fs/promises';
import { python } from '../run.ts';
import type { SampleMaker, SampleMakers } from '../samples.ts';
import { columnNames, records, type TableRecord } from '../spreadsheets/table.ts';

/**
 * Returns a sample maker that runs Python. The Python expression `expression` returns the content of the file as bytes.
 * The data is in the variable `value`, which is `{'records': [{…}, …]}`.
 */
function pythonWrites(imports: string, expression: string): SampleMaker {
  const program = `
import json, sys, ${imports}
value = json.loads(sys.stdin.buffer.read())
def filled(value):
    return {'records': [{key: held for key, held in record.items() if held is not None} for record in value['records']]}
with open(sys.argv[1], 'wb') as file:
    file.write(${expression})
`;
  return async (file) => void (await python(program, [file], JSON.stringify({ records })));
}

function lines(record: (record: TableRecord, n: number) => readonly string[], newline = '\n'): SampleMaker {
  return (file) =>
    writeFile(
      file,
      records
        .flatMap(record)
        .map((line) => line + newline)
        .join(''),
    );
}

/**
 * Returns the names and values of a record. `spell` converts each value to text. Omits values for which `spell` returns
 * undefined.
 */
function members(
  record: TableRecord,
  spell: (value: TableRecord[keyof TableRecord]) => string | undefined,
): [string, string][] {
  return columnNames.flatMap((name) => {
    const spelled = spell(record[name]);
    return spelled === undefined ? [] : [[name, spelled] as [string, string]];
  });
}

const quoted = (value: TableRecord[keyof TableRecord]) =>
  value === null ? undefined : JSON.stringify(value);
const bare = (value: TableRecord[keyof TableRecord]) => (value === null ? '' : String(value));

const json5: SampleMaker = (file) => {
  const single = (text: string) => `'${text.replaceAll('\t', '\\t')}'`;
  const spell = (value: TableRecord[keyof TableRecord]) =>
    typeof value === 'string' ? single(value) : `${value}`;
  const rows = records.map(
    (record) =>
      `    {${members(record, spell)
        .map(([name, value]) => `${name}: ${value},`)
        .join(' ')}},`,
  );
  return writeFile(
    file,
    ['// The records.', '{', '  records: [', ...rows, '  ], /* all of them */', '}', ''].join('\n'),
  );
};

export const data: SampleMakers = {
  json: pythonWrites('io', `json.dumps(value, ensure_ascii=True, indent=1).encode()`),
  ndjson: lines((record) => [JSON.stringify(record)]),
  json5,
  yaml: pythonWrites('yaml', `yaml.safe_dump(value, allow_unicode=True, sort_keys=False).encode()`),
  toml: lines((record) => [
    '[[records]]',
    ...members(record, quoted).map(([name, value]) => `${name} = ${value}`),
    '',
  ]),
  xml: pythonWrites(
    'xml.etree.ElementTree as tree',
    `(lambda root: ([[setattr(tree.SubElement(row, key), 'text', None if held is None else str(held).lower() if isinstance(held, bool) else str(held))
        for key, held in record.items()] for record in value['records'] for row in [tree.SubElement(root, 'record')]],
        tree.tostring(root, encoding='utf-8', xml_declaration=True))[1])(tree.Element('records'))`,
  ),
  plist: pythonWrites('plistlib', `plistlib.dumps(filled(value), sort_keys=False)`),
  ini: lines(
    (record, n) => [`[records.${n}]`, ...members(record, bare).map(([name, value]) => `${name} = ${value}`)],
    '\r\n',
  ),
  properties: lines((record, n) =>
    members(record, bare).map(([name, value]) => `records[${n}].${name}: ${value.replaceAll('\t', '\\t')}`),
  ),
  msgpack: pythonWrites('msgpack', `msgpack.packb(value)`),
  cbor: pythonWrites('cbor2', `cbor2.dumps(value)`),
  bson: pythonWrites('bson', `bson.encode(value)`),
};
