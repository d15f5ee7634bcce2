/** Data, mail, cards, maps and fonts that refer, multiply, recurse and lie about their lengths. */
import { deflateSync } from 'node:zlib';
import { be16, be32, hex, le32 } from '../bytes/numbers.ts';
import { zipOf } from '../bytes/zip.ts';
import { inCategory, type Bait, type FileCase } from '../case.ts';
import { laughs } from './bombs.ts';
import { python } from '../../samples/run.ts';

type Row = readonly [name: string, kind: FileCase['kind'], ext: string, to: readonly string[], make: FileCase['make'], long?: true];

const trees = ['json', 'yaml', 'csv'];
const xml = (inside: string, type = '') => `<?xml version="1.0"?>\n${type}<r>${inside}</r>\n`;

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** A statement for each way that SQL has to files and programs. */
const statements = ({ text, marker, url }: Bait) => `CREATE TABLE t (a TEXT);
INSERT INTO t VALUES ('x');
ATTACH DATABASE '${marker}' AS m; CREATE TABLE m.t (a);
VACUUM INTO '${marker}';
COPY t TO '${marker}'; COPY t FROM '${text}'; COPY (SELECT 1) TO PROGRAM 'touch ${marker}';
INSERT INTO t SELECT readfile('${text}'); SELECT load_extension('${text}'); SELECT writefile('${marker}', 'x');
INSERT INTO t SELECT content FROM read_text('${text}'); INSTALL httpfs; LOAD httpfs; SELECT * FROM '${url}x.csv';
.shell touch ${marker}
.output ${marker}
`;

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
  ['xml-quadratic', 'resource', 'xml', trees, () => xml('&a;'.repeat(50_000), `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(50_000)}">]>`)],
  ['xml-xxe', 'read', 'xml', trees, ({ text }) => xml('&x;', `<!DOCTYPE r [<!ENTITY x SYSTEM "file://${text}">]>`)],
  ['xml-xxe-parameter', 'network', 'xml', trees, ({ url, text }) => xml('&x;', `<!DOCTYPE r [<!ENTITY % f SYSTEM "file://${text}"><!ENTITY % d SYSTEM "${url}x.dtd">%d;%f;]>`)],
  ['xml-deep', 'resource', 'xml', trees, () => xml(nested('<a>', '</a>', 200_000))],
  ['xml-attributes', 'resource', 'xml', trees, () => `<?xml version="1.0"?><r ${Array.from({ length: 300_000 }, (_, n) => `a${n}="x"`).join(' ')}/>`],
  ['plist-laughs', 'resource', 'plist', ['json', 'yaml'], () => `<?xml version="1.0"?><!DOCTYPE plist [${laughs}]><plist version="1.0"><string>&l9;</string></plist>`],
  ['plist-xxe', 'read', 'plist', ['json', 'yaml'], ({ text }) => `<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY x SYSTEM "file://${text}">]><plist version="1.0"><string>&x;</string></plist>`],
  ['bplist-self', 'resource', 'plist', ['json'], () => Buffer.concat([Buffer.from('bplist00'), hex('a20000 08'), Buffer.alloc(6), hex('0101'), be32(0, 1, 0, 0, 0, 11)])],
  ['yaml-laughs', 'resource', 'yaml', ['json', 'xml', 'toml'], () => `a0: &a0 [x, x, x]\n${Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]\n`).join('')}`],
  ['yaml-self', 'resource', 'yaml', ['json', 'xml'], () => 'a: &a [*a, *a]\nb: &b { c: *b }\n'],
  ['yaml-merge-bomb', 'resource', 'yaml', ['json'], () => `a0: &a0 { x: 1 }\n${Array.from({ length: 25 }, (_, n) => `a${n + 1}: &a${n + 1} { <<: [*a${n}, *a${n}], y${n}: *a${n}, z${n}: *a${n} }\n`).join('')}`],
  ['yaml-tags', 'code', 'yaml', ['json', 'xml'], ({ marker }) => `a: !!python/object/apply:os.system ["touch ${marker}"]\nb: !!js/function "function () { require('fs').writeFileSync('${marker}', 'x') }"\nc: !ruby/object:Gem::Installer { i: x }\nd: !!java.net.URLClassLoader [ x ]\n`],
  ['yaml-deep', 'resource', 'yaml', ['json'], () => nested('[', ']', 100_000)],
  ['json-deep', 'resource', 'json', ['yaml', 'xml', 'csv', 'cbor'], () => nested('[', ']', 200_000)],
  ['json-deep-object', 'resource', 'json', ['yaml', 'xml', 'toml'], () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['json-prototype', 'protocol', 'json', ['yaml', 'xml', 'toml', 'csv'], () => '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":1}'],
  ['json-numbers', 'resource', 'json', ['yaml', 'xml', 'msgpack'], () => `[1e400, -1e400, ${'9'.repeat(1_000_000)}, 0.${'1'.repeat(1_000_000)}]`],
  ['json-names', 'protocol', 'json', ['xml', 'toml', 'ini', 'sql'].slice(0, 3), () => '{"a b":1,"<x>":2,"":3,"1":4,"]]>":5,"a\\u0000":6,"-":7,"é":8}'],
  ['json-rows', 'resource', 'json', ['csv', 'xlsx', 'sqlite', 'parquet'], () => `[${Array.from({ length: 20_000 }, (_, n) => `{"k${n}":1}`).join(',')}]`, true],
  ['json5-deep', 'resource', 'json5', ['json'], () => nested('[', ']', 100_000)],
  ['ndjson-line', 'resource', 'ndjson', ['json', 'csv'], () => `{"a":"${'x'.repeat(20_000_000)}"}\n`],
  ['toml-deep', 'resource', 'toml', ['json'], () => `a = ${nested('[', ']', 100_000)}\n`],
  ['toml-dotted', 'resource', 'toml', ['json'], () => `${'a.'.repeat(100_000)}b = 1\n`],
  ['ini-prototype', 'protocol', 'ini', ['json'], () => '[__proto__]\npolluted=1\n[constructor.prototype]\npolluted=1\n'],
  ['csv-wide', 'resource', 'csv', ['json', 'xlsx', 'html', 'parquet'], () => `${Array.from({ length: 1_000_000 }, (_, n) => n).join(',')}\n`, true],
  ['csv-open-quote', 'resource', 'csv', ['json', 'xlsx'], () => `a,b\n"${'x,\n'.repeat(6_000_000)}`, true],
  ['csv-quotes', 'resource', 'csv', ['json'], () => '"'.repeat(20_000_001)],
  ['tsv-columns', 'resource', 'tsv', ['sqlite', 'arrow', 'xls'], () => `${Array.from({ length: 100_000 }, (_, n) => `c${n}`).join('\t')}\n`],
  ['cbor-lie', 'resource', 'cbor', ['json'], () => hex('9b7fffffffffffffff01')],
  ['cbor-string-lie', 'resource', 'cbor', ['json'], () => hex('7b00000000ffffffff61')],
  ['cbor-deep', 'resource', 'cbor', ['json'], () => Buffer.alloc(200_000, 0x81)],
  ['msgpack-lie', 'resource', 'msgpack', ['json'], () => hex('ddffffffff01')],
  ['msgpack-map-lie', 'resource', 'msgpack', ['json'], () => hex('dfffffffffa16101')],
  ['msgpack-deep', 'resource', 'msgpack', ['json'], () => Buffer.alloc(200_000, 0x91)],
  ['bson-lie', 'resource', 'bson', ['json'], () => Buffer.concat([le32(0x7fffffff), hex('0261 00 ffffff7f 00')])],
  ['bson-deep', 'resource', 'bson', ['json'], () => nestedBson(5000)],
  ['avro-lie', 'resource', 'avro', ['json', 'csv'], () => Buffer.concat([Buffer.from('Obj\x01'), hex('02 16'), Buffer.from('avro.schema'), hex('3c'), Buffer.from('{"type":"array","items":"null"}').subarray(0, 30), hex('00'), Buffer.alloc(16), hex('feffffffffffffffff01 02'), Buffer.alloc(32)])],
  ['parquet-lie', 'resource', 'parquet', ['json', 'csv'], () => Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64, 0x7f), le32(0x7fffffff), Buffer.from('PAR1')])],
  ['arrow-lie', 'resource', 'arrow', ['json', 'csv'], () => Buffer.concat([Buffer.from('ARROW1\0\0'), le32(0xffffffff, 0x7fffffff), Buffer.alloc(256, 0x7f), le32(0x7fffffff), Buffer.from('ARROW1')])],
  ['sqlite-endless-view', 'resource', 'sqlite', ['json', 'csv', 'xlsx'], () => sqlite('c.execute("create view t as with recursive n(i) as (select 1 union all select i+1 from n) select i from n")'), true],
  ['sqlite-zero-blob', 'resource', 'sqlite', ['json', 'csv'], () => sqlite('c.execute("create view t as select hex(zeroblob(900000000)) a, hex(zeroblob(900000000)) b")')],
  ['sqlite-shadow-table', 'code', 'sqlite', ['json', 'csv'], ({ marker, text }) => sqlite(`c.execute("create table t (a)")\nc.execute("pragma writable_schema=on")\nc.execute("insert into sqlite_master values ('table','v','v',0,'create virtual table v using fts3(x, tokenize=${text})')")\nc.execute("insert into sqlite_master values ('view','w','w',0,'create view w as select load_extension(''${marker}''), writefile(''${marker}'',1), readfile(''${text}'')')")`)],
  ['sql-statements', 'write', 'sql', ['json', 'csv', 'sqlite'], statements],
  ['sql-loop', 'resource', 'sql', ['json', 'sqlite'], () => 'CREATE TABLE t (a);\nINSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n;\n'],
  ['po-lie', 'resource', 'po', ['json', 'mo'], () => `msgid ""\nmsgstr ""\n${'"x"\n'.repeat(2_000_000)}`],
  ['mo-lie', 'resource', 'mo', ['json', 'po'], () => Buffer.concat([hex('de120495'), le32(0, 0x7fffffff, 28, 28, 0, 0)])],
  ['kml-link', 'network', 'kml', ['json', 'geojson', 'csv', 'gpx'], ({ url }) => `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>${url}x.kml</href></Link></NetworkLink><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></Document></kml>`],
  ['gpx-xxe', 'read', 'gpx', ['geojson', 'csv', 'kml'], ({ text }) => `<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY x SYSTEM "file://${text}">]><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="1" lon="2"><name>&x;</name></wpt></gpx>`],
  ['kml-laughs', 'resource', 'kml', ['geojson', 'csv'], () => `<?xml version="1.0"?><!DOCTYPE kml [${laughs}]><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>&l9;</name></Placemark></kml>`],
  ['geojson-deep', 'resource', 'geojson', ['kml', 'csv', 'gpx'], () => `{"type":"Point","coordinates":${nested('[', ']', 100_000)}}`],
  ['vcf-references', 'read', 'vcf', ['csv', 'json', 'xlsx'], ({ text, url }) => `BEGIN:VCARD\nVERSION:3.0\nFN:x\nPHOTO;VALUE=uri:file://${text}\nLOGO;VALUE=uri:${url}x.png\nEND:VCARD\n`],
  ['ics-references', 'network', 'ics', ['csv', 'json', 'xlsx'], ({ text, url }) => `BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20240101T000000Z\nATTACH:file://${text}\nATTACH:${url}x\nEND:VEVENT\nEND:VCALENDAR\n`],
  ['ics-repeat', 'resource', 'ics', ['csv', 'json'], () => 'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:00010101T000000Z\nRRULE:FREQ=SECONDLY\nEND:VEVENT\nEND:VCALENDAR\n'],
  ['eml-external-body', 'read', 'eml', ['pdf', 'html', 'txt', 'md'], ({ text, url }) => `From: a@b.test\nMessage-ID: <x>\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/external-body; access-type=local-file; name="${text}"\n\nContent-Type: text/plain\n\n--b\nContent-Type: message/external-body; access-type=URL; URL="${url}x"\n\nContent-Type: text/plain\n\n--b--\n`],
  ['eml-html', 'network', 'eml', ['pdf', 'html', 'docx'], ({ url, text, picture }) => `From: a@b.test\nMessage-ID: <x>\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html\n\n<img src="${url}x.png"><img src="file://${picture}"><iframe src="file://${text}"></iframe><link rel=stylesheet href="${url}s.css">\n`],
  ['eml-deep', 'resource', 'eml', ['pdf', 'txt', 'html'], () => `From: a@b.test\nMessage-ID: <x>\nMIME-Version: 1.0\n${Array.from({ length: 3000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join('')}`],
  ['eml-headers', 'resource', 'eml', ['txt', 'html'], () => `From: a@b.test\nMessage-ID: <x>\nSubject: ${'=?utf-8?q?x?= '.repeat(200_000)}\n\nx\n`],
];

const filler = Buffer.alloc(8192, 0x7f);

const fonts: readonly Row[] = [
  ['woff-lie', 'resource', 'woff', ['ttf', 'woff2', 'pdf'], () => Buffer.concat([Buffer.from('wOFF'), hex('00010000'), be32(200), be16(1, 0), be32(0x7fffffff), Buffer.alloc(20), Buffer.from('glyf'), be32(64, 100, 0x7fffffff, 0), filler])],
  ['woff-bomb', 'resource', 'woff', ['ttf', 'woff2', 'otf'], () => {
    const packed = deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 });
    return Buffer.concat([Buffer.from('wOFF'), hex('00010000'), be32(64 + packed.length), be16(1, 0), be32(256 * 1024 * 1024), Buffer.alloc(24), Buffer.from('glyf'), be32(64, packed.length, 256 * 1024 * 1024, 0), packed]);
  }],
  ['woff2-lie', 'resource', 'woff2', ['ttf', 'woff', 'pdf'], () => Buffer.concat([Buffer.from('wOF2'), hex('00010000'), be32(4096), be16(64, 0), be32(0x7fffffff, 0x7fffffff), filler])],
  ['ttf-tables', 'resource', 'ttf', ['woff', 'woff2', 'otf', 'pdf'], () => Buffer.concat([hex('00010000 ffff 0000 0000 0000'), ...Array.from({ length: 4000 }, (_, n) => Buffer.concat([be32(n, 0), be32(0, 0x7fffffff)]))])],
  ['ttc-lie', 'resource', 'ttc', ['ttf', 'woff'], () => Buffer.concat([Buffer.from('ttcf'), be32(0x10000, 0x7fffffff), filler])],
  ['eot-lie', 'resource', 'eot', ['ttf', 'woff'], () => Buffer.concat([le32(0x7fffffff, 0x7fffffff, 0x20001, 0x10000000), Buffer.alloc(18), hex('4c50'), filler])],
  ['dfont-lie', 'resource', 'dfont', ['ttf', 'otf'], () => Buffer.concat([be32(256, 0x7fffffff, 0x7fffffff, 0x7fffffff), filler])],
  ['pfa-program', 'code', 'pfa', ['otf', 'ttf'], ({ marker, text }) => `%!PS-AdobeFont-1.0: x\n(${marker}) (w) file closefile (%pipe%touch ${marker}) (r) file closefile (${text}) run\n/FontName /x def\ncurrentfile eexec\n`],
  ['pfb-loop', 'resource', 'pfb', ['otf', 'ttf'], () => Buffer.concat([hex('8001'), le32(60), Buffer.from('%!PS-AdobeFont-1.0: x\n{ } loop /Subrs 2147483647 array '.padEnd(60)), hex('8002'), le32(0x7fffffff), filler])],
  ['ufoz-slip', 'write', 'ufoz', ['otf', 'ttf'], ({ marker, tempMarker }) => zipOf({ 'x.ufo/metainfo.plist': '<plist version="1.0"><dict><key>formatVersion</key><integer>3</integer></dict></plist>', [`../../../../../..${marker}`]: 'x', [tempMarker]: 'x' })],
  ['ufoz-xxe', 'read', 'ufoz', ['otf', 'ttf'], ({ text }) => zipOf({ 'x.ufo/metainfo.plist': '<plist version="1.0"><dict><key>formatVersion</key><integer>3</integer></dict></plist>', 'x.ufo/fontinfo.plist': `<!DOCTYPE plist [<!ENTITY x SYSTEM "file://${text}">]><plist version="1.0"><dict><key>familyName</key><string>&x;</string></dict></plist>`, 'x.ufo/layercontents.plist': '<plist version="1.0"><array><array><string>d</string><string>glyphs</string></array></array></plist>', 'x.ufo/glyphs/contents.plist': `<plist version="1.0"><dict><key>a</key><string>../../../../../..${text}</string></dict></plist>` })],
  ['ufoz-bomb', 'resource', 'ufoz', ['otf'], () => zipOf({ 'x.ufo/metainfo.plist': 'x'.repeat(100), 'x.ufo/big': ' '.repeat(100_000_000) })],
  ['sfd-program', 'code', 'sfd', ['otf', 'ttf'], ({ marker }) => `SplineFontDB: 3.2\nFontName: x\nPickledData: "(S'touch ${marker}'\nios\nsystem\n(dp0\n."\nInitScript: "system('touch ${marker}')"\nBeginChars: 0 0\nEndChars\nEndSplineFont\n`],
  ['source-ttx', 'read', 'ttx', ['ttf'], ({ text }) => `<?xml version="1.0"?><ttFont sfntVersion="OTTO" src="${text}"><GlyphOrder src="${text}"/></ttFont>`],
  ['source-designspace', 'write', 'designspace', ['ttf'], ({ marker }) => `<designspace format="5.0"><variable-fonts><variable-font name="x" filename="../../../../..${marker}"/></variable-fonts></designspace>`],
];

/** Each document holds the next. */
function nestedBson(depth: number): Buffer {
  let inner = hex('0500000000');
  for (let n = 0; n < depth; n += 1) inner = Buffer.concat([le32(inner.length + 8), hex('036100'), inner, hex('00')]);
  return inner;
}

const cases = (table: readonly Row[]): FileCase[] =>
  table.map(([name, kind, ext, to, make, long]) => ({ name, kind, ext, to, make, ...(long ? { long } : {}) }));

export const data = [...inCategory('data', cases(rows)), ...inCategory('font', cases(fonts))];
