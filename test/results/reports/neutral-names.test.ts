/** Results contain neutral names instead of sandbox paths in formulas, fields, links and metadata. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { python } from '../../samples/run.ts';
import { assertLacks } from '../../support/files/laid-open.ts';
import { textOfPages } from '../../support/results/measure.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/**
 * Strings that no result may contain: the folders of a sandbox, the ends of relative URLs to files in these folders,
 * and the prefix of the names of temporary folders.
 */
const forbidden = [
  ...[sandboxPaths.input, sandboxPaths.output, sandboxPaths.work, '/tmp/'],
  ...['/in/other', '/work/other', '/up/in/', 'protean-'],
];

const assertNeutral = (file: string, what: string) => assertLacks(file, forbidden, what);

const book = `
import sys, openpyxl
book = openpyxl.Workbook()
sheet = book.active
for formula in ('CELL("filename")', 'LEFT(CELL("filename",A1),20)', 'INFO("directory")', 'HYPERLINK("other.xlsx","link")'):
    sheet.append(['=' + formula])
sheet['A9'] = 'link'
sheet['A9'].hyperlink = 'other.xlsx'
sheet.oddHeader.left.text = '&Z&F'
book.save(sys.argv[1])
`;

for (const to of ['csv', 'json', 'md', 'html', 'pdf', 'ods', 'fods', 'xls', 'docx']) {
  test(
    `does not write sandbox paths to ${to} if an xlsx contains CELL("filename")`,
    { timeout: 120_000 },
    async () => {
      const file = path.join(lab.dir, 'names.xlsx');
      await python(book, [file]);
      const result = await lab.converted('xlsx', to, {}, file);
      await assertNeutral(result, to);
      if (to === 'csv') assert.match(await readFile(result, 'utf8'), /^(?:"?'private:stream'#\$|\[\])/);
    },
  );
}

const flatText = (fields: string) => `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:body><office:text>${fields}<text:p>end of the text</text:p></office:text></office:body></office:document>`;

const fields = [
  ...['full', 'path', 'name', 'name-and-extension'].map(
    (display) => `<text:p><text:file-name text:display="${display}">x</text:file-name></text:p>`,
  ),
  '<text:p><text:template-name text:display="full">x</text:template-name></text:p>',
  '<text:p><text:a xlink:type="simple" xlink:href="../up/other.odt">link</text:a></text:p>',
].join('');

for (const to of ['pdf', 'odt', 'docx', 'doc', 'rtf', 'html', 'md', 'txt']) {
  test(
    `does not write sandbox paths to ${to} if an fodt contains file name fields and links`,
    { timeout: 120_000 },
    async () => {
      const file = path.join(lab.dir, 'names.fodt');
      await writeFile(file, flatText(fields));
      const result = await lab.converted('fodt', to, {}, file);
      await assertNeutral(result, to);
      if (to === 'pdf') assert.match(await textOfPages(result), /end of the text/);
    },
  );
}

/** Routes on which an engine writes the name of its input file to the result. */
const routes = [
  ...['jpg tiff', 'jpg png', 'png pdf', 'png eps', 'svg eps', 'svg pdf', 'pdf ps', 'ps pdf', 'eps pdf'],
  ...['tex pdf', 'pdf html', 'md epub', 'md tex', 'html pdf', 'html epub', 'epub mobi', 'wav mp3', 'mp4 mkv'],
  ...['mp4 ts', 'ttf svg', 'zip tar.gz', 'zip 7z'],
];

for (const route of routes) {
  test(
    `does not write sandbox paths to the result when ${route.replace(' ', ' is converted to ')}`,
    { timeout: 120_000 },
    async () => {
      const [from = '', to = ''] = route.split(' ');
      await assertNeutral(await lab.converted(from, to, {}), route);
    },
  );
}
