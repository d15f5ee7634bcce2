/** Conversions warn about pictures in the headers of Excel sheets, because LibreOffice does not read them. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { legacyWorkbook, record, workbook } from '../../samples/spreadsheets/excel-records.ts';
import { python } from '../../samples/run.ts';
import { warningsOf } from '../../support/server/service.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

/**
 * Copies `plain.xlsx` and `plain.xlsb`, which SheetJS wrote, and adds a header to the copies. In the copies named
 * `picture`, the header shows a picture (`&G`). In the copies named `text`, the header shows the text `&G`.
 */
const program = `
import os, struct, sys, zipfile

folder = sys.argv[1]
picture = '<v:shape xmlns:v="urn:schemas-microsoft-com:vml" id="LH" style="width:20pt;height:20pt"/>'
relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
relations = f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="{relation}/vmlDrawing" Target="../drawings/vmlDrawing1.vml"/></Relationships>'

def wide(text):
    return struct.pack('<I', len(text)) + text.encode('utf-16-le')

def record(kind, content=b''):
    return bytes([kind & 0x7F | 0x80, kind >> 7, len(content)]) + content

def changed(kind, name, code, insert):
    parts = zipfile.ZipFile(f'{folder}/plain.{kind}')
    sheet = next(part for part in parts.namelist() if part.startswith('xl/worksheets/sheet1.'))
    with zipfile.ZipFile(f'{folder}/{name}.{kind}', 'w') as target:
        for part in parts.namelist():
            target.writestr(part, insert(parts.read(part), code) if part == sheet else parts.read(part))
        target.writestr('xl/drawings/vmlDrawing1.vml', f'<xml>{picture}</xml>')
        target.writestr(f'xl/worksheets/_rels/{os.path.basename(sheet)}.rels', relations)

def xml(sheet, code):
    header = f'<headerFooter><oddHeader>{code}</oddHeader></headerFooter><legacyDrawingHF xmlns:r="{relation}" r:id="rId9"/>'
    return sheet.replace(b'</worksheet>', header.encode() + b'</worksheet>')

def binary(sheet, code):
    texts = wide(code.replace('&amp;', '&')) + struct.pack('<5I', *[0xFFFFFFFF] * 5)
    header = record(479, struct.pack('<H', 12) + texts) + record(480) + record(552, wide('rId9'))
    end = sheet.rindex(record(130))
    return sheet[:end] + header + sheet[end:]

for kind, insert in (('xlsx', xml), ('xlsb', binary)):
    changed(kind, 'picture', '&amp;Lleft&amp;G', insert)
    changed(kind, 'text', '&amp;Lleft&amp;&amp;G', insert)
`;

/** Returns an xls with the header `code` and a record for pictures in headers. */
function xls(code: string): Buffer {
  const header = record(0x14, Buffer.from([code.length, 0, 0, ...Buffer.from(code)]));
  const picture = record(0x866, Buffer.concat([Buffer.from([0x66, 0x08]), Buffer.alloc(12)]));
  return legacyWorkbook('biff8', header, picture);
}

before(async () => {
  for (const kind of ['xlsx', 'xlsb'] as const)
    await writeFile(path.join(lab.dir, `plain.${kind}`), workbook(kind));
  await python(program, [lab.dir]);
  await writeFile(path.join(lab.dir, 'picture.xls'), xls('&Lleft&G'));
  await writeFile(path.join(lab.dir, 'text.xls'), xls('&Lleft&&G'));
});

for (const [source, target] of [
  ['xlsx', 'pdf'],
  ['xlsb', 'pdf'],
  ['xls', 'pdf'],
  ['xlsx', 'ods'],
  ['xls', 'ods'],
] as const)
  test(
    `warns that the picture in a sheet header is lost when ${source} is converted to ${target}`,
    { timeout: 120_000 },
    async () => {
      const warnings = async (name: string) => {
        const answer = await lab.send(path.join(lab.dir, `${name}.${source}`), source, target, {});
        assert.equal(answer.status, 200, answer.body.toString().slice(0, 300));
        return warningsOf(answer).filter(Boolean);
      };
      assert.deepEqual(await warnings('picture'), ['content_left_out']);
      assert.deepEqual(await warnings('text'), []);
    },
  );

test('does not warn about a picture in a sheet header when xlsx is converted to csv', async () => {
  const answer = await lab.send(path.join(lab.dir, 'picture.xlsx'), 'xlsx', 'csv', {});
  assert.deepEqual(warningsOf(answer).filter(Boolean), []);
});
