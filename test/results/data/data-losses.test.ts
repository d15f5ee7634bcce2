/** Conversions of data warn about lost comments, repeated keys, null values, digits and markup. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

const convert = async (name: string, content: string, target: string, options: object = {}) => {
  const { status, body, headers } = await convertFile(new File([content], name), target, { ...options });
  assert.equal(status, 200, `${name} → ${target}`);
  const warnings = (headers.get('X-Conversion-Warnings') ?? '').split(', ').filter(Boolean);
  return { text: body.toString(), warnings };
};

for (const [name, content] of [
  ['a.yaml', '# one\na: 1 # two\n'],
  ['a.toml', '# one\na = 1 # two\n'],
  ['a.json5', '{a: 1 /* one */}'],
  ['a.ini', '; one\n[s]\na = 1\n'],
  ['a.properties', '# one\na=1\n'],
  ['a.xml', '<r><!-- one --><a>1</a></r>'],
  ['a.plist', '<plist><dict><!-- one --><key>a</key><integer>1</integer></dict></plist>'],
] as const)
  test(`keeps comments if ${name} is reformatted, but warns about lost comments in json`, async () => {
    const ext = name.slice(2);
    assert.deepEqual((await convert(name, content, 'json')).warnings, ['comments_left_out']);
    const same = await convert(
      name,
      content,
      ext,
      ['ini', 'properties'].includes(ext) ? {} : { indent: '4' },
    );
    assert.deepEqual(same.warnings, []);
    assert.match(same.text, /one/);
  });

test('warns about XML markup that JSON cannot store', async () => {
  const text = '<?xml version="1.0"?><!DOCTYPE r [<!-- ] -->]><?p x?><r><b>t<i>x</i>u</b></r>';
  const { warnings } = await convert('a.xml', text, 'json');
  assert.deepEqual(warnings, ['content_left_out']);
});

test('warns about a repeated key in JSON, INI and properties files', async () => {
  for (const [name, content] of [
    ['a.json', '{"a":1,"a":2}'],
    ['a.ini', 'a = 1\na = 2\n'],
    ['a.properties', 'a=1\na=2\n'],
  ] as const)
    assert.deepEqual((await convert(name, content, 'yaml')).warnings, ['repeated_keys'], name);
});

test('writes a YAML set as a list in target formats without null', async () => {
  const set = await convert('a.yaml', 'a: !!set {x, y}\n', 'toml');
  assert.deepEqual([set.text, set.warnings], ['a = ["x", "y"]\n', []]);
  assert.match((await convert('a.yaml', 'a: !!set {x}\n', 'plist')).text, /<string>x<\/string>/);
  assert.equal((await convert('a.yaml', 'a: [!!set {x, y}]\n', 'toml')).text, 'a = [["x", "y"]]\n');
  for (const target of ['toml', 'plist'])
    assert.deepEqual((await convert('a.json', '{"a":null,"b":1}', target)).warnings, ['nulls_left_out']);
});

test('warns that CBOR and MessagePack round a long number, unlike BSON, YAML, TOML and XML', async () => {
  const pi = '{"a":3.14159265358979323846264}';
  for (const target of ['cbor', 'msgpack'])
    assert.deepEqual((await convert('a.json', pi, target)).warnings, ['numbers_rounded'], target);
  for (const target of ['bson', 'yaml', 'toml', 'xml'])
    assert.deepEqual((await convert('a.json', pi, target)).warnings, [], target);
});

test('warns about parts of GPX and KML files that GeoJSON cannot store', async () => {
  const gpx =
    '<gpx version="1.1"><metadata><name>m</name></metadata><wpt lat="1" lon="2"><name>w</name>' +
    '<link href="http://a/"><text>t</text></link><extensions><x>1</x></extensions></wpt></gpx>';
  const { text, warnings } = await convert('a.gpx', gpx, 'geojson');
  assert.match(text, /http:\/\/a\//);
  assert.deepEqual(warnings, ['content_left_out']);
  const kml =
    '<kml><Document><Style/><Placemark><name>p</name><Point><coordinates>1,2</coordinates></Point></Placemark></Document></kml>';
  assert.deepEqual((await convert('a.kml', kml, 'geojson')).warnings, ['content_left_out']);
});
