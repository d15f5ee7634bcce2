/**
 * Tests that the text of each text box is moved after its paragraph and not duplicated, and that all other
 * content stays.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

const changed = (program: string, input: string) =>
  python(
    `import sys\nfrom engines.shared.office import text_boxes\ndata = sys.stdin.buffer.read()\n${program}`,
    input,
  );

const office = 'http://schemas.openxmlformats.org';
const word = (body: string) =>
  changed(
    'sys.stdout.buffer.write(text_boxes.without_word_boxes(data))',
    `<w:document xmlns:w="${office}/wordprocessingml/2006/main" xmlns:mc="${office}/markup-compatibility/2006"><w:body>${body}</w:body></w:document>`,
  );
const writer = (body: string) =>
  changed(
    'sys.stdout.buffer.write(text_boxes.without_open_document_boxes(data.decode()).encode())',
    `<office:document-content ${['office', 'text', 'drawing', 'table']
      .map(
        (name) =>
          `xmlns:${name === 'drawing' ? 'draw' : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
      )
      .join(' ')}><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  );

const paragraph = (text: string, more = '') => `<w:p><w:r><w:t>${text}</w:t>${more}</w:r></w:p>`;
const box = (content: string) => `<w:pict><w:txbxContent>${content}</w:txbxContent></w:pict>`;
/** Returns a text box as Word stores it, in 2 forms: one for programs that support Word's shapes, and a fallback. */
const both = (content: string) =>
  `<mc:AlternateContent><mc:Choice>${box(content)}</mc:Choice><mc:Fallback>${box(content)}</mc:Fallback></mc:AlternateContent>`;

/** Returns the text of all paragraphs in `xml`, in order. Each paragraph is in brackets. */
function outline(xml: string, tag: string): string {
  const inside = xml
    .replace(/^.*?<(?:w:body|office:text)>/s, '')
    .replace(/<\/(?:w:body|office:text)>.*$/s, '');
  return inside
    .replaceAll(new RegExp(`<${tag}(?: [^>]*)?>`, 'g'), '[')
    .replaceAll(`</${tag}>`, ']')
    .replaceAll(/<[^>]*>/g, '');
}

const inWord = (body: string) => outline(word(body), 'w:p');
const inWriter = (body: string) => outline(writer(body), 'text:p');

test('reads a Word text box only once, although Word stores it in 2 forms', () => {
  assert.equal(
    inWord(paragraph('before', both(paragraph('boxed'))) + paragraph('after')),
    '[before][boxed][after]',
  );
  assert.equal(inWord(paragraph('before', box(paragraph('boxed')))), '[before][boxed]');
});

test('moves the text boxes of a Word paragraph after the paragraph', () => {
  const nested = paragraph('one', both(paragraph('two', both(paragraph('three')))));
  assert.equal(inWord(nested), '[one][two][three]');
  const cell = `<w:tbl><w:tr><w:tc>${paragraph('cell', both(paragraph('boxed')))}</w:tc></w:tr></w:tbl>`;
  assert.equal(inWord(cell), '[cell][boxed]');
  assert.equal(inWord(paragraph('before', both('<w:p/>'))), '[before]');
  const picture = '<w:p><w:r><w:drawing/></w:r></w:p>';
  assert.equal(word(paragraph('before', both(picture))).split('<w:drawing').length, 2);
});

test('does not change a document without text boxes', () => {
  const plain = `${paragraph('a')}<!-- kept -->`;
  assert.ok(word(plain).includes(plain));
  const text = '<text:p>a</text:p><!-- kept -->';
  assert.ok(writer(text).includes(text));
});

const frame = (content: string) => `<draw:frame><draw:text-box>${content}</draw:text-box></draw:frame>`;

test('moves text boxes and shapes out of the paragraphs of a Writer document', () => {
  const boxed = frame('<text:p>boxed</text:p>');
  assert.equal(inWriter(`<text:p>before ${boxed}after</text:p>`), '[before after][boxed]');
  assert.equal(inWriter(`<text:p>x<text:span>y${boxed}</text:span>z</text:p>`), '[xyz][boxed]');
  assert.equal(inWriter(`${boxed}<text:p>after</text:p>`), '[boxed][after]');
  const shape = '<draw:custom-shape><text:p>shape</text:p></draw:custom-shape>';
  assert.equal(inWriter(`<text:p>before${shape}</text:p>`), '[before][shape]');
  assert.equal(inWriter(`<text:p>a${frame(`<text:p>b${boxed}</text:p>`)}</text:p>`), '[a][b][boxed]');
});

test('does not move a text box that contains a picture and its caption', () => {
  const captioned = frame('<text:p><draw:frame><draw:image/></draw:frame>Figure 1</text:p>');
  assert.match(
    writer(`<text:p>${captioned}</text:p>`),
    /<text:p><draw:frame><draw:text-box><text:p><draw:frame>/,
  );
});
