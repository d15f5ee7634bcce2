/** Empty valid files convert to empty results. Files that are empty because they are corrupt are refused. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openConverter } from '../../support/server/test-app.ts';

const convertFile = openConverter();

const convert = (name: string, bytes: Uint8Array | string, target: string) =>
  convertFile(new File([bytes], name), target);

const office = (kind: string, body: string) =>
  `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
  xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
  xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2"
  office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body>${body}</office:body></office:document>`;

const blankText = office('text', '<office:text><text:p/></office:text>');
const blankSheet = office(
  'spreadsheet',
  `<office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell/></table:table-row></table:table></office:spreadsheet>`,
);
const blankSlide = office(
  'presentation',
  '<office:presentation><draw:page draw:name="p"/></office:presentation>',
);
const line = `<draw:line text:anchor-type="paragraph" svg:x1="1cm" svg:y1="1cm" svg:x2="9cm" svg:y2="5cm"/>`;
const onlyLine = office('text', `<office:text><text:p>${line}</text:p></office:text>`);

/** The end record of an archive without entries. */
const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
const emptyTar = Buffer.alloc(10_240);
const page = (body: string) => `<!doctype html><html><head><title></title></head><body>${body}</body></html>`;
const links = page('<a href="https://example.com/a"></a><a href="https://example.com/b"><span></span></a>');

/**
 * Files without text or data, and the targets to which the tests convert them. The field `of` is the content of a file.
 * If a row has the field `by`, its content is a flat OpenDocument file, and the service converts it to the format `by`
 * before the test.
 */
const sources: readonly { name: string; of: string | Buffer; by?: string; targets: readonly string[] }[] = [
  ...['docx', 'odt', 'doc', 'rtf'].map((by) => ({
    name: `blank.${by}`,
    of: blankText,
    by,
    targets: ['html', 'md', 'txt', 'tex', 'epub', 'pdf', 'png'].filter((target) => target !== by),
  })),
  { name: 'line.odt', of: onlyLine, by: 'odt', targets: ['txt', 'md', 'html', 'docx', 'pdf'] },
  ...['xlsx', 'ods', 'xls'].map((by) => ({
    name: `blank.${by}`,
    of: blankSheet,
    by,
    targets: ['csv', 'json', 'html', 'md', 'txt', 'sqlite', 'pdf'],
  })),
  { name: 'blank.pptx', of: blankSlide, by: 'pptx', targets: ['html', 'md', 'txt', 'pdf', 'png'] },
  ...[page(''), links, page('<hr>')].map((of, n) => ({
    name: `page-${n}.html`,
    of,
    targets: ['pdf', 'png', 'md', 'txt', 'docx', 'epub'],
  })),
  { name: 'blank.txt', of: '\n', targets: ['pdf', 'docx', 'html', 'md', 'epub'] },
  { name: 'blank.md', of: '\n\n', targets: ['pdf', 'docx', 'html', 'txt', 'epub'] },
  {
    name: 'header.csv',
    of: 'name,city\n',
    targets: ['xlsx', 'ods', 'pdf', 'json', 'html', 'md', 'sqlite', 'parquet'],
  },
  { name: 'list.json', of: '[]', targets: ['csv', 'xlsx', 'yaml', 'xml', 'txt', 'sqlite', 'sql'] },
  ...[
    { name: 'silent.vtt', of: 'WEBVTT\n' },
    {
      name: 'silent.ass',
      of: '[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name\n\n[Events]\nFormat: Layer, Start, End, Text\n',
    },
  ].map((one) => ({
    ...one,
    targets: ['srt', 'vtt', 'ass', 'lrc', 'ttml', 'txt', 'html', 'pdf'].filter(
      (target) => !one.name.endsWith(target),
    ),
  })),
  { name: 'none.zip', of: emptyZip, targets: ['tar', 'tar.gz', '7z'] },
  { name: 'none.tar', of: emptyTar, targets: ['zip', 'tar.gz', '7z'] },
  { name: 'none.tar.gz', of: gzipSync(emptyTar), targets: ['zip', 'tar', '7z'] },
];

for (const { name, of, by, targets } of sources)
  describe(`converts the file ${name}, although it has no content`, () => {
    let bytes: string | Buffer = of;
    before(async () => {
      if (!by) return;
      const flat = `in.fod${by === 'pptx' ? 'p' : ['xlsx', 'ods', 'xls'].includes(by) ? 's' : 't'}`;
      const made = await convert(flat, of, by);
      assert.equal(made.status, 200, made.error.message);
      bytes = made.body;
    });
    for (const target of targets)
      test(`converts the file ${name} to ${target}, although the file has no content`, async () => {
        const { status, body, error } = await convert(name, bytes, target);
        assert.equal(status, 200, error.message);
        if (target === 'txt' && name !== 'list.json') assert.doesNotMatch(body.toString(), /\w/);
      });
  });

test('refuses to convert a table without columns to parquet, because parquet requires columns', async () => {
  const { status, error } = await convert('list.json', '[]', 'parquet');
  assert.deepEqual([status, error.details?.['reason']], [400, 'no_tables']);
});

test('refuses a truncated document instead of converting it to an empty document', async () => {
  const { body } = await convert('in.fodt', blankText, 'docx');
  const { status, error } = await convert('cut.docx', body.subarray(0, body.length * 0.9), 'txt');
  assert.equal(status, 400);
  assert.match(String(error.details?.['reason']), /truncated|unreadable_file/);
});

test('refuses an archive whose only entry has a path outside the archive', async () => {
  const tar = Buffer.alloc(2048);
  tar.write('../x', 0);
  tar.write('0000644\0', 100);
  tar.write('00000000000\0', 124);
  tar.write('ustar\x0000', 257);
  tar.write('0', 156);
  tar.fill(' ', 148, 156);
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const { status } = await convert('out.tar', tar, 'zip');
  assert.equal(status, 400);
});
