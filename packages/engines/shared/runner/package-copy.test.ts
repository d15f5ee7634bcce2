/** Tests copies of documents that are zip files: their replaced parts, their times, and the entry `mimetype`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

const program = `
import io, json, zipfile
from engines.shared.runner.package_copy import write_copy
source, copy = io.BytesIO(), io.BytesIO()
with zipfile.ZipFile(source, 'w') as package:
    for name in ('mimetype', 'content.xml', 'notes.xml'):
        package.writestr(zipfile.ZipInfo(name, (2001, 2, 3, 4, 5, 6)), name * 9)
with zipfile.ZipFile(source) as package:
    write_copy(package, copy, {'content.xml': b'changed', 'notes.xml': b''})
with zipfile.ZipFile(copy) as package:
    print(json.dumps([[one.filename, package.read(one).decode(), one.compress_type, one.date_time[0]] for one in package.infolist()]))
`;

const [stored, deflated] = [0, 8];

test('replaces the content of files in a zip and keeps the times of the files', () => {
  assert.deepEqual(JSON.parse(python(program, '')), [
    ['mimetype', 'mimetype'.repeat(9), stored, 2001],
    ['content.xml', 'changed', deflated, 2001],
    ['notes.xml', '', deflated, 2001],
  ]);
});
