import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codecOf } from './arbitraries.ts';
import { writeJson } from './text/json.ts';
import { checkDepth, InvalidData, type Value } from './values/value.ts';

async function asJson(ext: string, source: string | Uint8Array): Promise<string> {
  const codec = await codecOf(ext);
  return writeJson(codec.read(Buffer.from(source)), { indent: 0 });
}

const readings: readonly [ext: string, source: string | Uint8Array, json: string][] = [
  ['json', '\ufeff{"a":1}', '{"a":1}'],
  ['json', '{"b":1,"a":1.10,"b":1e400}', '{"b":1e400,"a":1.10}'],
  ['json', '"\\ud83d\\ude00\\u0000"', '"😀\\u0000"'],
  ['ndjson', '{"a":1}\r\n\n[2]\n"x"', '[{"a":1},[2],"x"]'],
  [
    'json5',
    "// c\n{a: 'it\\'s', $b: .5, 'c': +1., d: 0xFFFFFFFFFFFFFFFFF, e: [NaN, -Infinity,], /* f */}",
    '{"a":"it\'s","$b":0.5,"c":1,"d":295147905179352825855,"e":["NaN","-Infinity"]}',
  ],
  ['yaml', 'a: &x {b: 1}\nc:\n  <<: *x\n  d: *x', '{"a":{"b":1},"c":{"b":1,"d":{"b":1}}}'],
  [
    'yaml',
    'no: no\nn: 0777\nh: 0x1f\no: 0o17\nf: 1.50\nbig: 12345678901234567890\n~: ~\n10: x\n2: y',
    '{"no":"no","n":"0777","h":31,"o":15,"f":1.50,"big":12345678901234567890,"null":null,"10":"x","2":"y"}',
  ],
  [
    'yaml',
    'd: 2024-02-29\nt: 2001-12-14 21:59:43.10 -5\nz: 2024-02-30',
    '{"d":"2024-02-29","t":"2001-12-14T21:59:43.10-05:00","z":"2024-02-30"}',
  ],
  [
    'bson',
    Buffer.from(
      'a7000000136e00610000000000000000000000000032301362696700f2af967ed05c82de3297ff6fde3c40b013' +
        '65000f000000000000000000000000005e33136e616e000000000000000000000000000000007c13696e660000' +
        '0000000000000000000000000000f80b7200612b006900076f000123456789abcdef0123456711740002000000' +
        '010000000f63001800000004000000782829000c000000107900010000000000',
      'hex',
    ),
    '{"n":0.0000097,"big":-1234567890123456789012345678901234,"e":15e+399,"nan":"NaN","inf":"-Infinity","r":"/a+/i","o":"0123456789abcdef01234567","t":4294967298,"c":{"code":"x()","scope":{"y":1}}}',
  ],
  ['yaml', 'a: 1\n---\nb: 2\n', '[{"a":1},{"b":2}]'],
  ['yaml', 'R: !Ref x\nb: !!binary aGk=\ni: !!int "5"\ns: !!str 5', '{"R":"x","b":"aGk=","i":5,"s":"5"}'],
  [
    'toml',
    'a = 9223372036854775807\nb.c = [1, {d = 1.5}]\n[[t]]\nx = 07:32:00\n[[t]]',
    '{"a":9223372036854775807,"b":{"c":[1,{"d":1.5}]},"t":[{"x":"07:32:00"},{}]}',
  ],
  [
    'xml',
    '<?xml version="1.0" encoding="ISO-8859-1"?><r a="1">\xe9</r>'.replace('\xe9', 'é'),
    '{"r":{"@a":1,"#text":"é"}}',
  ],
  [
    'xml',
    '<!DOCTYPE r SYSTEM "r.dtd"><!-- c --><r><?pi x?><a>1</a><b/><a> x &lt;&#65;&#x42; </a><![CDATA[ <raw> ]]></r>',
    '{"r":{"a":["1","x <AB"],"b":"","#text":" <raw> "}}',
  ],
  ['xml', '<p>Hello <b>big</b> world</p>', '{"p":{"b":"big","#text":"Hello world"}}'],
  [
    'xml',
    '<r xmlns:x="urn:x"><x:a x:k="v">007</x:a><constructor/><__proto__>1</__proto__></r>',
    '{"r":{"@xmlns:x":"urn:x","x:a":{"@x:k":"v","#text":"007"},"constructor":"","__proto__":1}}',
  ],
  [
    'plist',
    '<plist><dict><key>2</key><integer>-0x10</integer><key>1</key><real>1.50</real><key>e</key><string/><key>d</key><data>aGk=</data></dict></plist>',
    '{"2":-16,"1":1.50,"e":"","d":"aGk="}',
  ],
  [
    'ini',
    'top=1\n; note\n[a.b]\nk : v\n"q=" = "007"\nflag\n[a.c\\.d]\nl[]=1\nl[]=x\nmulti = one\n  two\n',
    '{"top":1,"a":{"b":{"k":"v","q=":"007","flag":true},"c.d":{"l":[1,"x"],"multi":"one\\ntwo"}}}',
  ],
  ['ini', '[r.0]\na=1\n[r.1]\na=\n', '{"r":[{"a":1},{"a":""}]}'],
  ['ini', '[core]\n\teditor = vim\n\tbare = false\n', '{"core":{"editor":"vim","bare":false}}'],
  [
    'properties',
    '# c\n! c\na.b = 1\na.c[0]:x\\u00e9\na.c[1] y\\\n   z\nlog=on\nlog.level = deep\nk\\ ey=\\tv',
    '{"a":{"b":1,"c":["xé","yz"]},"log":"on","log.level":"deep","k ey":"\\tv"}',
  ],
  ['csv', 'a;b\n1,5;"x;y"\n2;"3"\n', '[{"a":"1,5","b":"x;y"},{"a":"2","b":"3"}]'],
  ['csv', '"a","b"\r\n"1",""\r\n', '[{"a":1,"b":""}]'],
  [
    'csv',
    'a,a,\n007,+49,TRUE\n1234567890123456,\n\nx,y,z,more\n',
    '[{"a":"007","a_2":"+49","column3":"TRUE"},{"a":"1234567890123456","a_2":null},{"a":"x","a_2":"y","column3":"z","column4":"more"}]',
  ],
  ['csv', 'sep=|\na|b,c\n1|2\n', '[{"a":1,"b,c":2}]'],
  ['csv', 'a\n', '[]'],
  [
    'csv',
    'zip,n,yes\n007,1,true\n12,2.5,FALSE\n,,\n',
    '[{"zip":"007","n":1,"yes":true},{"zip":"12","n":2.5,"yes":false},{"zip":null,"n":null,"yes":null}]',
  ],
  ['csv', 'n\n1\n"x"\n', '[{"n":1},{"n":"x"}]'],
  ['tsv', 'a\tb\n1,5\t"x"\n', '[{"a":"1,5","b":"x"}]'],
  [
    'msgpack',
    Buffer.from('83a132cb3ff8000000000000a131cfffffffffffffffffa95f5f70726f746f5f5f01', 'hex'),
    '{"2":1.5,"1":18446744073709551615,"__proto__":1}',
  ],
  [
    'cbor',
    Buffer.from(
      'd9d9f7a301c249010000000000000000626b32c074323032342d30322d32395430373a33303a30305a6162f7',
      'hex',
    ),
    '{"1":18446744073709551616,"k2":"2024-02-29T07:30:00Z","b":null}',
  ],
];

for (const [n, [ext, source, json]] of readings.entries()) {
  test(`reads ${ext} data in notations that the ${ext} codec never writes (example ${n})`, async () => {
    assert.equal(await asJson(ext, source), json);
  });
}

const laughs = `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]><l>&c;</l>`;
const yamlLaughs = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...[...'bcdefghi'].map((name, n) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[n]}`).join(',')}]`),
].join('\n');
const deep = (open: string, close: string, middle = '') => open.repeat(5000) + middle + close.repeat(5000);

const refusals: readonly [ext: string, source: string | Uint8Array, why: RegExp][] = [
  ['json', '', /ends too early at line 1/],
  ['json', '{"a": [1, 2', /ends too early/],
  ['json', '{"a": 1,}', /unexpected "}" at line 1, column 9/],
  ['json', '[1] x', /unexpected "x"/],
  ['json', '[01]', /unexpected "01"/],
  ['json', '["a\nb"]', /unexpected/],
  ['json', "{'a': 1}", /unexpected/],
  ['json', Buffer.from('{"a":"\xe9"}', 'latin1'), /not valid UTF-8/],
  ['json', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /binary/],
  ['json', deep('[', ']'), /500 levels/],
  ['json5', '{a: b}', /unexpected "b"/],
  ['json5', "{a: 'x", /unexpected/],
  ['ndjson', '{"a":1}\n{"b":', /line 2/],
  ['yaml', 'a: [1, 2', /./],
  ['yaml', 'a: 1\na: 2', /unique/],
  ['yaml', 'a: *nowhere', /./],
  ['yaml', yamlLaughs, /too many values|Excessive alias/],
  ['yaml', deep('[', ']'), /./],
  ['toml', 'a = 1\na = 2', /redefine/],
  ['toml', 'a = ', /./],
  ['toml', `a = ${deep('[', ']')}`, /./],
  ['xml', '<a><b></a>', /./],
  ['xml', '<a>', /./],
  ['xml', 'text', /./],
  ['xml', '<a/><b/>', /./],
  ['xml', '<a>&nbsp;</a>', /not expanded/],
  ['xml', laughs, /not expanded/],
  ['xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', /./],
  ['xml', deep('<a>', '</a>'), /./],
  ['plist', '<html/>', /property list/],
  ['plist', '<plist><dict><string>x</string></dict></plist>', /<key>/],
  ['plist', '<plist><integer>x</integer></plist>', /not an integer/],
  ['plist', Buffer.concat([Buffer.from('bplist00'), Buffer.alloc(40, 0xff)]), /./],
  ['ini', 'just a line of prose, nothing else', /line 1/],
  ['ini', 'a = 1\n[a]\nb = 2', /already a key/],
  ['properties', 'a=\\u12', /hexadecimal/],
  ['csv', 'a,b\n1,"x', /quote/i],
  ['csv', Buffer.from([1, 0, 2, 0, 0, 3, 4]), /binary/],
  ['msgpack', Buffer.from('82a16101', 'hex'), /./],
  ['msgpack', Buffer.from('0102', 'hex'), /./],
  ['msgpack', Buffer.alloc(5000, 0x91), /./],
  ['cbor', Buffer.from('a2616101', 'hex'), /./],
  ['cbor', Buffer.from('0102', 'hex'), /./],
  ['cbor', Buffer.alloc(5000, 0x81), /./],
];

for (const [n, [ext, source, why]] of refusals.entries()) {
  test(`refuses damaged or malicious ${ext} data (example ${n})`, async () => {
    const codec = await codecOf(ext);
    assert.throws(() => {
      checkDepth(codec.read(Buffer.from(source)));
    }, why);
  });
}

test('every format that supports nesting accepts values at the maximum depth', async () => {
  const nested = (levels: number) => {
    let value: Value = 'x';
    for (let n = 0; n < levels; n += 1) value = n % 2 ? [value] : new Map([['k', value]]);
    return value;
  };
  assert.throws(() => checkDepth(nested(501)), InvalidData);
  for (const ext of ['json', 'json5', 'yaml', 'toml', 'plist', 'msgpack', 'cbor']) {
    const codec = await codecOf(ext);
    const value = nested(500);
    checkDepth(value);
    assert.doesNotThrow(() => codec.read(Buffer.from(codec.write(value, {}))), ext);
  }
});

test('indents JSON, JSON5, YAML and XML by the number of spaces that `indent` specifies', async () => {
  const value = new Map([['a', new Map([['b', 'c']])]]);
  const written = async (ext: string, indent: number) =>
    String((await codecOf(ext)).write(value, { indent }));
  assert.equal(await written('json', 0), '{"a":{"b":"c"}}\n');
  assert.equal(await written('json', 4), '{\n    "a": {\n        "b": "c"\n    }\n}\n');
  assert.equal(await written('json5', 1), '{\n a: {\n  b: "c"\n }\n}\n');
  assert.equal(await written('yaml', 4), 'a:\n    b: c\n');
  assert.equal(await written('yaml', 0), '{"a":{"b":"c"}}\n');
  assert.equal(await written('xml', 0), '<?xml version="1.0" encoding="UTF-8"?><a><b>c</b></a>\n');
  assert.equal(await written('xml', 3), '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n   <b>c</b>\n</a>\n');
});
