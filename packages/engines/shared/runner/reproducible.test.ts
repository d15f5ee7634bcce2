/** Tests that files with equal content become identical, although programs write dates and random ids into them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../../test/support/python.ts';

/** Writes PDFs that differ only in their dates and ids, and prints whether the runner makes them identical. */
const program = `
import json, os, pikepdf, subprocess, sys, tempfile
found = {}
with tempfile.TemporaryDirectory() as folder:
    for mode in ('disable', 'generate'):
        files = [os.path.join(folder, name) for name in ('first', 'second')]
        for file, date in zip(files, ("D:20210304050607+01'00'", "D:20261130230236+01'00'")):
            pdf = pikepdf.new()
            pdf.add_blank_page()
            pdf.docinfo['/CreationDate'] = pdf.docinfo['/ModDate'] = date
            pdf.save(file, object_stream_mode=getattr(pikepdf.ObjectStreamMode, mode))
            runner = ['-m', 'engines.shared.runner.reproducible', json.dumps({'output': file})]
            subprocess.run([sys.executable, *runner], check=True)
        contents = [open(file, 'rb').read() for file in files]
        with pikepdf.open(files[1]) as pdf:
            dates = [str(pdf.docinfo[key]) for key in ('/CreationDate', '/ModDate')]
            found[mode] = [contents[0] == contents[1], *dates, pdf.check()]
print(json.dumps(found))
`;

test('sets the dates and the id of a PDF to fixed values, even if the PDF has compressed objects', () => {
  const date = "D:19800101000000+01'00'";
  const fixed = [true, date, date, []];
  assert.deepEqual(JSON.parse(python(program)), { disable: fixed, generate: fixed });
});
