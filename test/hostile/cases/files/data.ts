/**
 * Data files that refer to other files, run statements, expand to a huge size, contain themselves, or declare false
 * lengths.
 */
import { parquetWriteBuffer } from 'hyparquet-writer';
import { python } from '../../../samples/run.ts';
import { be32, hex, le32 } from '../../bytes/numbers.ts';
import { inCategory, type Fixtures } from '../../case.ts';
import { laughs } from './bombs.ts';
import { cases, type Row } from '../rows.ts';

const trees = ['json', 'yaml', 'csv'];
const xml = (inside: string, type = '') => `<?xml version="1.0"?>\n${type}<r>${inside}</r>\n`;

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Returns SQL statements that try every way to access files, programs and the network. */
const statements = ({ text, marker, url }: Fixtures) => `CREATE TABLE t (a TEXT);
INSERT INTO t VALUES ('x');
ATTACH DATABASE '${marker}' AS m; CREATE TABLE m.t (a);
VACUUM INTO '${marker}';
COPY t TO '${marker}'; COPY t FROM '${text}'; COPY (SELECT 1) TO PROGRAM 'touch ${marker}';
INSERT INTO t SELECT readfile('${text}'); SELECT load_extension('${text}'); SELECT writefile('${marker}', 'x');
INSERT INTO t SELECT content FROM read_text('${text}'); INSTALL httpfs; LOAD httpfs; SELECT * FROM '${url}x.csv';
.shell touch ${marker}
.output ${marker}
`;

/** Returns a Parquet file with one column that contains `data`. The file is very small if the values are repetitive. */
const parquetOf = (data: readonly string[]) =>
  Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'a', data: [...data] }] }));

const sqlite = (program: string) =>
  python(
    `import sqlite3, sys, tempfile, os
f = tempfile.mktemp()
c = sqlite3.connect(f, isolation_level=None)
${program}
c.close()
sys.stdout.buffer.write(open(f, 'rb').read())
os.remove(f)`,
  ).then(({ stdout }) => stdout);

const rows: readonly Row[] = [
  ['xml-laughs', 'resource', 'xml', trees, () => xml('&l9;', `<!DOCTYPE r [${laughs}]>`)],
  [
    'xml-quadratic',
    'resource',
    'xml',
    trees,
    () => xml('&a;'.repeat(50_000), `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(50_000)}">]>`),
  ],
  [
    'xml-xxe',
    'read',
    'xml',
    trees,
    ({ text }) => xml('&x;', `<!DOCTYPE r [<!ENTITY x SYSTEM "file://${text}">]>`),
  ],
  [
    'xml-xxe-parameter',
    'network',
    'xml',
    trees,
    ({ url, text }) =>
      xml(
        '&x;',
        `<!DOCTYPE r [<!ENTITY % f SYSTEM "file://${text}"><!ENTITY % d SYSTEM "${url}x.dtd">%d;%f;]>`,
      ),
  ],
  ['xml-deep', 'resource', 'xml', trees, () => xml(nested('<a>', '</a>', 200_000))],
  [
    'xml-attributes',
    'resource',
    'xml',
    trees,
    () => `<?xml version="1.0"?><r ${Array.from({ length: 300_000 }, (_, n) => `a${n}="x"`).join(' ')}/>`,
  ],
  [
    'plist-laughs',
    'resource',
    'plist',
    ['json', 'yaml'],
    () =>
      `<?xml version="1.0"?><!DOCTYPE plist [${laughs}]><plist version="1.0"><string>&l9;</string></plist>`,
  ],
  [
    'plist-xxe',
    'read',
    'plist',
    ['json', 'yaml'],
    ({ text }) =>
      `<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY x SYSTEM "file://${text}">]><plist version="1.0"><string>&x;</string></plist>`,
  ],
  [
    'bplist-self',
    'resource',
    'plist',
    ['json'],
    () =>
      Buffer.concat([
        Buffer.from('bplist00'),
        hex('a20000 08'),
        Buffer.alloc(6),
        hex('0101'),
        be32(0, 1, 0, 0, 0, 11),
      ]),
  ],
  [
    'yaml-laughs',
    'resource',
    'yaml',
    ['json', 'xml', 'toml'],
    () =>
      `a0: &a0 [x, x, x]\n${Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]\n`).join('')}`,
  ],
  ['yaml-self', 'resource', 'yaml', ['json', 'xml'], () => 'a: &a [*a, *a]\nb: &b { c: *b }\n'],
  [
    'yaml-merge-bomb',
    'resource',
    'yaml',
    ['json'],
    () =>
      `a0: &a0 { x: 1 }\n${Array.from({ length: 25 }, (_, n) => `a${n + 1}: &a${n + 1} { <<: [*a${n}, *a${n}], y${n}: *a${n}, z${n}: *a${n} }\n`).join('')}`,
  ],
  [
    'yaml-tags',
    'code',
    'yaml',
    ['json', 'xml'],
    ({ marker }) =>
      `a: !!python/object/apply:os.system ["touch ${marker}"]\nb: !!js/function "function () { require('fs').writeFileSync('${marker}', 'x') }"\nc: !ruby/object:Gem::Installer { i: x }\nd: !!java.net.URLClassLoader [ x ]\n`,
  ],
  ['yaml-deep', 'resource', 'yaml', ['json'], () => nested('[', ']', 100_000)],
  ['json-deep', 'resource', 'json', ['yaml', 'xml', 'csv', 'cbor'], () => nested('[', ']', 200_000)],
  [
    'json-deep-object',
    'resource',
    'json',
    ['yaml', 'xml', 'toml'],
    () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ],
  [
    'json-prototype',
    'protocol',
    'json',
    ['yaml', 'xml', 'toml', 'csv'],
    () => '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":1}',
  ],
  [
    'json-numbers',
    'resource',
    'json',
    ['yaml', 'xml', 'msgpack'],
    () => `[1e400, -1e400, ${'9'.repeat(1_000_000)}, 0.${'1'.repeat(1_000_000)}]`,
  ],
  [
    'json-names',
    'protocol',
    'json',
    ['xml', 'toml', 'ini', 'sql'].slice(0, 3),
    () => '{"a b":1,"<x>":2,"":3,"1":4,"]]>":5,"a\\u0000":6,"-":7,"é":8}',
  ],
  [
    'json-rows',
    'resource',
    'json',
    ['csv', 'xlsx', 'sqlite', 'parquet'],
    () => `[${Array.from({ length: 20_000 }, (_, n) => `{"k${n}":1}`).join(',')}]`,
    true,
  ],
  ['json5-deep', 'resource', 'json5', ['json'], () => nested('[', ']', 100_000)],
  ['ndjson-line', 'resource', 'ndjson', ['json', 'csv'], () => `{"a":"${'x'.repeat(20_000_000)}"}\n`],
  ['toml-deep', 'resource', 'toml', ['json'], () => `a = ${nested('[', ']', 100_000)}\n`],
  ['toml-dotted', 'resource', 'toml', ['json'], () => `${'a.'.repeat(100_000)}b = 1\n`],
  [
    'ini-prototype',
    'protocol',
    'ini',
    ['json'],
    () => '[__proto__]\npolluted=1\n[constructor.prototype]\npolluted=1\n',
  ],
  [
    'csv-wide',
    'resource',
    'csv',
    ['json', 'xlsx', 'html', 'parquet'],
    () => `${Array.from({ length: 1_000_000 }, (_, n) => n).join(',')}\n`,
    true,
  ],
  [
    'csv-open-quote',
    'resource',
    'csv',
    ['json', 'xlsx', 'tsv'],
    () => `a,b\n"${'x,\n'.repeat(6_000_000)}`,
    true,
  ],
  ['csv-quotes', 'resource', 'csv', ['json'], () => '"'.repeat(20_000_001)],
  [
    'tsv-columns',
    'resource',
    'tsv',
    ['sqlite', 'arrow', 'xls'],
    () => `${Array.from({ length: 100_000 }, (_, n) => `c${n}`).join('\t')}\n`,
  ],
  ['cbor-lie', 'resource', 'cbor', ['json'], () => hex('9b7fffffffffffffff01')],
  ['cbor-string-lie', 'resource', 'cbor', ['json'], () => hex('7b00000000ffffffff61')],
  ['cbor-deep', 'resource', 'cbor', ['json'], () => Buffer.alloc(200_000, 0x81)],
  ['msgpack-lie', 'resource', 'msgpack', ['json'], () => hex('ddffffffff01')],
  ['msgpack-map-lie', 'resource', 'msgpack', ['json'], () => hex('dfffffffffa16101')],
  ['msgpack-deep', 'resource', 'msgpack', ['json'], () => Buffer.alloc(200_000, 0x91)],
  [
    'bson-lie',
    'resource',
    'bson',
    ['json'],
    () => Buffer.concat([le32(0x7fffffff), hex('0261 00 ffffff7f 00')]),
  ],
  ['bson-deep', 'resource', 'bson', ['json'], () => nestedBson(5000)],
  [
    'avro-lie',
    'resource',
    'avro',
    ['json', 'csv'],
    () =>
      Buffer.concat([
        Buffer.from('Obj\x01'),
        hex('02 16'),
        Buffer.from('avro.schema'),
        hex('3c'),
        Buffer.from('{"type":"array","items":"null"}').subarray(0, 30),
        hex('00'),
        Buffer.alloc(16),
        hex('feffffffffffffffff01 02'),
        Buffer.alloc(32),
      ]),
  ],
  [
    'parquet-lie',
    'resource',
    'parquet',
    ['json', 'csv'],
    () => Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64, 0x7f), le32(0x7fffffff), Buffer.from('PAR1')]),
  ],
  [
    'parquet-run',
    'resource',
    'parquet',
    ['json', 'csv', 'xlsx'],
    () => parquetOf(new Array<string>(10_000_000).fill('x'.repeat(200))),
  ],
  [
    'parquet-packed-value',
    'resource',
    'parquet',
    ['json', 'csv', 'xlsx'],
    () => parquetOf(Array.from({ length: 40 }, (_, n) => String(n).repeat(8_000_000))),
  ],
  [
    'parquet-wide',
    'resource',
    'parquet',
    ['json', 'csv', 'xlsx'],
    () =>
      Buffer.from(
        parquetWriteBuffer({
          columnData: Array.from({ length: 20_000 }, (_, n) => ({ name: `c${n}`, data: ['x'] })),
        }),
      ),
  ],
  [
    'arrow-lie',
    'resource',
    'arrow',
    ['json', 'csv'],
    () =>
      Buffer.concat([
        Buffer.from('ARROW1\0\0'),
        le32(0xffffffff, 0x7fffffff),
        Buffer.alloc(256, 0x7f),
        le32(0x7fffffff),
        Buffer.from('ARROW1'),
      ]),
  ],
  [
    'sqlite-endless-view',
    'resource',
    'sqlite',
    ['json', 'csv', 'xlsx'],
    () =>
      sqlite(
        'c.execute("create view t as with recursive n(i) as (select 1 union all select i+1 from n) select i from n")',
      ),
    true,
  ],
  [
    'sqlite-views-double',
    'resource',
    'sqlite',
    ['json', 'csv', 'xlsx'],
    () =>
      sqlite(
        'c.execute("create table t (a)")\nc.execute("insert into t values (1)")\nlast = "t"\nfor n in range(40):\n  c.execute(f"create view v{n} as select a from {last} union all select a from {last}")\n  last = f"v{n}"',
      ),
  ],
  [
    'sqlite-views-circle',
    'resource',
    'sqlite',
    ['json', 'csv', 'xlsx'],
    () =>
      sqlite('c.execute("create view a as select * from b")\nc.execute("create view b as select * from a")'),
  ],
  [
    'sqlite-triggers',
    'code',
    'sqlite',
    ['json', 'csv', 'sql'],
    ({ marker, text }) =>
      sqlite(
        `c.execute("create table t (a)")\nc.execute("insert into t values (1)")\nc.execute("create view v as select a from t")\nc.execute("pragma recursive_triggers=on")\nc.execute("create trigger i instead of insert on v begin select load_extension('${marker}'); end")\nc.execute("create trigger r after insert on t begin insert into t select readfile('${text}'); insert into t select writefile('${marker}', 1); end")`,
      ),
  ],
  ...[1, 512, 65_536].map((size): Row => [
    `sqlite-page-size-${size}`,
    'resource',
    'sqlite',
    ['json', 'csv'],
    () =>
      sqlite(
        'c.execute("pragma page_size=65536")\nc.execute("create table t (a)")\nc.executemany("insert into t values (?)", [["x" * 9]] * 99)',
      ).then((bytes) => {
        // SQLite stores the page size 65,536 as 1. The header also declares the maximum number of pages of a SQLite
        // database.
        bytes.writeUInt16BE(size === 65_536 ? 1 : size, 16);
        bytes.writeUInt32BE(0xfffffffe, 28);
        return bytes;
      }),
  ]),
  [
    'sqlite-zero-blob',
    'resource',
    'sqlite',
    ['json', 'csv'],
    () =>
      sqlite('c.execute("create view t as select hex(zeroblob(900000000)) a, hex(zeroblob(900000000)) b")'),
  ],
  [
    'sqlite-shadow-table',
    'code',
    'sqlite',
    ['json', 'csv'],
    ({ marker, text }) =>
      sqlite(
        `c.execute("create table t (a)")\nc.execute("pragma writable_schema=on")\nc.execute("insert into sqlite_master values ('table','v','v',0,'create virtual table v using fts3(x, tokenize=${text})')")\nc.execute("insert into sqlite_master values ('view','w','w',0,'create view w as select load_extension(''${marker}''), writefile(''${marker}'',1), readfile(''${text}'')')")`,
      ),
  ],
  ['sql-statements', 'write', 'sql', ['json', 'csv', 'sqlite'], statements],
  [
    'sql-loop',
    'resource',
    'sql',
    ['json', 'sqlite'],
    () =>
      'CREATE TABLE t (a);\nINSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n;\n',
  ],
];

/** Returns a BSON document with `depth` levels of nested documents. */
function nestedBson(depth: number): Buffer {
  let inner = hex('0500000000');
  for (let n = 0; n < depth; n += 1)
    inner = Buffer.concat([le32(inner.length + 8), hex('036100'), inner, hex('00')]);
  return inner;
}
export const data = inCategory('data', cases(rows));
