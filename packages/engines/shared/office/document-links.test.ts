/**
 * Tests that external links in office documents and fonts are removed or refused, however they are written, and that
 * all other content stays.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

const output = (program: string, input: string | Buffer) =>
  python(`import sys\ndata = sys.stdin.buffer.read()\n${program}`, input);

const xml = (text: string | Buffer) =>
  output(
    'from engines.shared.html import xml_links\nsys.stdout.buffer.write(xml_links.without_external_links(data))',
    text,
  );
const rtf = (text: string) =>
  output(
    'from engines.shared.office import rtf_links\nsys.stdout.buffer.write(rtf_links.without_external_links(data))',
    text,
  );
const checkedNames = (name: string, text: string) =>
  output(
    `from engines.tools.fontforge import ufoz\ntry:\n    ufoz.check_names('${name}', data)\n    print('fine', end='')\nexcept ufoz.Unreadable:\n    print('refused', end='')`,
    text,
  );

const image = (attributes: string) => `<d:frame><d:image ${attributes}/></d:frame>`;

const external: readonly [what: string, text: string | Buffer][] = [
  ['a file', image('x:href="file:///s/secret"')],
  ['an absolute path', image("x:href='/s/secret'")],
  ['a path above the package', image('x:href="../../s/secret"')],
  ['a path above the package, percent-encoded', image('x:href="a/%2e%2e/%2E./s/secret"')],
  ['a URL', image('x:href="http://s/secret"')],
  ['character references', image('x:href="&#x66;il&#101;:///s/secret"')],
  ['another attribute whose value looks like one', image(`x:title=' href="' x:href="file:///s/secret"`)],
  ['a tag end in an attribute', image(`x:title=">" x:href="file:///s/secret"`)],
  ['an unknown attribute', image('x:other="file:///s/secret"')],
  ['a tag in a comment before it', `<a><!-- <b c=' -->${image('x:href="file:///s/secret"')}</a>`],
  ['an entity', `<!DOCTYPE a [<!ENTITY p "file:///s/secret">]>${image('x:href="&p;"')}`],
  [
    'a default attribute of the DTD',
    `<!DOCTYPE a [<!ATTLIST d:image x:href CDATA "file:///s/secret">]>${image('')}`,
  ],
  ['UTF-16', Buffer.from(`\uFEFF${image('x:href="file:///s/secret"')}`, 'utf16le')],
  ['a section', '<t:section-source x:href="file:///s/secret"/>'],
  ['a button', '<f:button f:image-data="file:///s/secret"/>'.replace('button', 'image')],
];

test('removes external links of an office document', () => {
  for (const [what, text] of external) assert.doesNotMatch(xml(text).replaceAll('\0', ''), /s\/secret/, what);
});

test('keeps internal links and hyperlinks of an office document', () => {
  for (const text of [
    image('x:href="Pictures/a.png"'),
    image('x:href="./Object 1"'),
    image('x:href="#Pictures/a.png"'),
    image('x:href="data:image/png;base64,AAAA"'),
    '<t:a x:href="file:///s/secret">x</t:a>',
    '<t:p>See xlink:href="file:///s/secret" &amp;#x;</t:p>',
    '<c:chart x:href=".."/>',
    '<t:cell t:formula="of:=[.A1]" xmlns:of="urn:of" xmlns:x="http://x"/>',
  ])
    assert.equal(xml(text), text);
});

test('keeps only the name in a DOCTYPE declaration', () => {
  assert.match(xml('<!DOCTYPE APXL [<!ENTITY e "x">]><a>&e;</a>'), /<!DOCTYPE APXL>\s*<a>x<\/a>/);
});

test('keeps an .iwa part that looks like broken XML in an iWork document, but empties the part in a docx', () => {
  const sizes = (kind: string) =>
    output(
      `
import io, os, tempfile, zipfile
from engines.shared.office import document_links
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'document')
    with zipfile.ZipFile(path, 'w') as package:
        package.writestr('Index/Slide.iwa', b'\\0<\\x01packed')
    with zipfile.ZipFile(document_links.without_external_links(path, '${kind}', folder)) as package:
        print(package.getinfo('Index/Slide.iwa').file_size, end='')`,
      '',
    );
  assert.deepEqual([sizes('key'), sizes('docx')], ['9', '0']);
});

test('rejects XML with an unknown encoding as malformed', () => {
  const text = `<?xml version="1.0"${' '.repeat(2000)} encoding="UTF-7"?>${image('x:href="a"')}`;
  const result = output(
    "from engines.shared.html import xml_links\ntry:\n    xml_links.without_external_links(data)\nexcept xml_links.Broken:\n    print('broken')",
    text,
  );
  assert.equal(result.trim(), 'broken');
});

test('searches a large XML file for links in linear time', () => {
  const began = performance.now();
  xml(`<a>${'href '.repeat(1_000_000)}${'<b x:href="file:///s"/>'.repeat(20_000)}</a>`);
  assert.ok(performance.now() - began < 20_000);
});

test('removes the keyword INCLUDEPICTURE from an RTF field, but keeps the word in text', () => {
  const field = (inside: string) => `{\\rtf1 {\\field{\\*\\fldinst ${inside}}{\\fldrslt x}}}`;
  assert.equal(rtf(field('INCLUDEPICTURE "/s/secret"')), field(' "/s/secret"'));
  assert.equal(rtf(field('{\\b INCLUDEPICTURE "/s/secret"}')), field('{\\b  "/s/secret"}'));
  for (const text of [field('HYPERLINK "http://s"'), '{\\rtf1 the field INCLUDEPICTURE}'])
    assert.equal(rtf(text), text);
});

test('refuses a font that references external files', () => {
  const list = (...names: string[]) =>
    `<plist><dict>${names.map((name) => `<key>A</key><string>${name}</string>`).join('')}</dict></plist>`;
  assert.equal(checkedNames('contents.plist', list('A_.glif', 'b..glif')), 'fine');
  for (const name of ['/s/secret', '../secret', '..', '&#47;s', '<!-- -->..<!-- -->', 'a\\b'])
    assert.equal(checkedNames('contents.plist', list(name, 'A_.glif')), 'refused', name);
  assert.equal(checkedNames('layercontents.plist', list('../../s')), 'refused');
  assert.equal(checkedNames('contents.plist', 'no list'), 'refused');
  assert.equal(checkedNames('features.fea', '# include others\nfeature kern { } kern;'), 'fine');
  assert.equal(checkedNames('features.fea', 'include # x\n (/s/secret);'), 'refused');
});
