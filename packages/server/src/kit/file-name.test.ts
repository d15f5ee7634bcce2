import assert from 'node:assert/strict';
import { test } from 'node:test';
import contentDisposition from 'content-disposition';
import fc from 'fast-check';
import { attachment, cleanFileName, cleanFilePath } from './file-name.ts';

const rows = [
  ['photo.png', 'photo.png'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\x\\report.docx', 'report.docx'],
  ['..', ''],
  ['.htaccess', 'htaccess'],
  ['a\r\nSet-Cookie: x.png', 'aSet-Cookie: x.png'],
  ['exe\u202Egpj.png', 'exegpj.png'],
  ['Überblick für 東京.pdf', 'Überblick für 東京.pdf'],
  ['quote"d.md', 'quote"d.md'],
  ['nul\0byte.txt', 'nulbyte.txt'],
  ['', ''],
] as const;

for (const [sent, clean] of rows) {
  test(`cleans the file name ${JSON.stringify(sent)} to ${JSON.stringify(clean)}`, () =>
    assert.equal(cleanFileName(sent), clean));
}

const paths = [
  ['in/deep/a.png', 'in/deep/a.png'],
  ['../../etc/passwd', 'etc/passwd'],
  ['/a//./b/../c.png', 'a/b/c.png'],
  ['C:\\Users\\x\\report.docx', 'Users/x/report.docx'],
  ['.git/config', 'git/config'],
  ['a\0/b\n.txt', 'a/b.txt'],
  ['..', ''],
] as const;

for (const [sent, clean] of paths) {
  test(`cleans the path ${JSON.stringify(sent)} to ${JSON.stringify(clean)}`, () =>
    assert.equal(cleanFilePath(sent), clean));
}

test('shortens a very long file name to at most 200 bytes without losing the extension', () => {
  const name = cleanFileName(`${'ä'.repeat(5000)}.docx`);
  assert.ok(name.endsWith('ä.docx'));
  assert.ok(Buffer.byteLength(name) <= 200);
});

test('a cleaned file name has at most 200 bytes and no unsafe characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (sent) => {
      const name = cleanFileName(sent);
      assert.doesNotMatch(name, /[\\/\p{Cc}]/u);
      assert.ok(!name.startsWith('.'));
      assert.ok(Buffer.byteLength(name) <= 200);
    }),
  );
});

const dispositions = [
  ['photo.jpg', 'attachment; filename="photo.jpg"'],
  ['say "hi".txt', 'attachment; filename="say \\"hi\\".txt"'],
  ['50%25.txt', `attachment; filename="50%25.txt"; filename*=UTF-8''50%2525.txt`],
  ['100% sure.txt', 'attachment; filename="100% sure.txt"'],
  ["Ærø's (1).pdf", `attachment; filename="_r_'s (1).pdf"; filename*=UTF-8''%C3%86r%C3%B8%27s%20%281%29.pdf`],
] as const;

for (const [name, header] of dispositions) {
  test(`writes Content-Disposition: ${header} for the file name ${name}`, () =>
    assert.equal(attachment(name), header));
}

test('writes every cleaned file name as an ASCII header that parses to the same name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (sent) => {
      const name = cleanFileName(sent);
      fc.pre(name !== '');
      const header = attachment(name);
      assert.match(header, /^[\x20-\x7e]+$/);
      assert.equal(contentDisposition.parse(header).parameters.filename, name);
    }),
  );
});
