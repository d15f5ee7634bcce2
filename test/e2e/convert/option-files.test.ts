/** Tests options whose values are files, on every interface that accepts option files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../samples/run.ts';
import { ask, inEachTestApp } from '../../support/server/test-app.ts';

const blank = `
import io, sys, pikepdf
pdf = pikepdf.new()
pdf.add_blank_page(page_size=(200, 200))
out = io.BytesIO()
pdf.save(out)
sys.stdout.buffer.write(out.getvalue())
`;

const attachments = `
import io, sys, pikepdf
pdf = pikepdf.open(io.BytesIO(sys.stdin.buffer.read()))
print([(name, pdf.attachments[name].get_file().read_bytes().decode()) for name in pdf.attachments])
`;

const bookmarks = `
import io, sys, pikepdf
pdf = pikepdf.open(io.BytesIO(sys.stdin.buffer.read()))
with pdf.open_outline() as outline:
    print(*(one.title for one in outline.root))
`;

const seen = async (pdf: Buffer) => (await python(attachments, [], pdf)).stdout.toString().trim();
const bytes = async () => new Uint8Array((await python(blank)).stdout);
const dataUrl = (text: string, name = 'a.txt') =>
  `data:text/plain;name=${name};base64,${Buffer.from(text).toString('base64')}`;

inEachTestApp((here) => {
  const upload = async (content: Uint8Array | string, name: string) => {
    const made = await ask(here.app, '/v1/uploads', here.customer, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ filename: name }),
    });
    const { file_id: id, upload_url: url } = JSON.parse(made.body.toString()) as Record<string, string>;
    await fetch(url ?? '', {
      method: 'PUT',
      body: new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
    });
    return id ?? '';
  };
  const json = (place: string, body: Record<string, unknown>) =>
    ask(here.app, place, here.customer, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('a form may contain the file of an option before or after the source file', async () => {
    for (const order of [0, 1]) {
      const parts = [
        ['file', new File([await bytes()], 'a.pdf')],
        ['attach', new File(['one'], 'note.txt')],
      ] as const;
      const fields = [...(order ? parts.toReversed() : parts), ['target', 'pdf']] as const;
      const { status, body, error } = await ask(here.app, '/v1/convert', here.customer, { fields });
      assert.equal(status, 200, error.message);
      assert.equal(await seen(body), "[('note.txt', 'one')]");
    }
  });

  test('in JSON, a file option accepts the id of an uploaded file or a data URL', async () => {
    const file = await upload(await bytes(), 'a.pdf');
    for (const [attach, name] of [
      [await upload('one', 'note.txt'), 'note.txt'],
      [dataUrl('one'), 'a.txt'],
    ]) {
      const { status, body, error } = await json('/v1/convert', { file_id: file, target: 'pdf', attach });
      assert.equal(status, 200, error.message);
      assert.equal(await seen(body), `[('${name}', 'one')]`);
    }
  });

  test('the report of a job shows only the SHA-256 of a file that was sent as an option', async () => {
    const fields = [
      ['file', new File([await bytes()], 'a.pdf')],
      ['target', 'pdf'],
      ['attach', new File(['one'], 'note.txt')],
    ] as const;
    const accepted = await ask(here.app, '/v1/jobs', here.customer, { fields });
    const { job_id: id } = JSON.parse(accepted.body.toString()) as { job_id: string };
    const { body } = await ask(here.app, `/v1/jobs/${id}?wait=60`, here.customer);
    const job = JSON.parse(body.toString()) as {
      result?: { file_url: string };
      report?: { options: Record<string, string> };
    };
    const result = await fetch(job.result?.file_url ?? '');
    assert.equal(await seen(Buffer.from(await result.arrayBuffer())), "[('note.txt', 'one')]");
    assert.equal(
      job.report?.options['attach'],
      'sha256:7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
    );
  });

  test('a JSON option accepts a string, a form file, an uploaded file or a data URL', async () => {
    const list = JSON.stringify([{ title: 'Über', page: 1 }]);
    const isMarked = async ({ status, body, error }: Awaited<ReturnType<typeof json>>) => {
      assert.equal(status, 200, error.message);
      assert.equal((await python(bookmarks, [], body)).stdout.toString().trim(), 'Über');
    };
    const source = ['file', new File([await bytes()], 'a.pdf')] as const;
    for (const value of [list, new File([list], 'bookmarks.json')]) {
      const fields = [source, ['target', 'pdf'], ['bookmarks', value]] as const;
      await isMarked(await ask(here.app, '/v1/convert', here.customer, { fields }));
    }
    const file = await upload(await bytes(), 'a.pdf');
    for (const value of [list, await upload(list, 'bookmarks.json'), dataUrl(list)])
      await isMarked(await json('/v1/convert', { file_id: file, target: 'pdf', bookmarks: value }));
    const fields = [source, ['target', 'pdf'], ['bookmarks', new File(['[{]'], 'a.json')]] as const;
    const wrong = await ask(here.app, '/v1/convert', here.customer, { fields });
    assert.deepEqual([wrong.status, wrong.error.details?.['field']], [400, 'bookmarks']);
  });

  test('refuses option files that are empty, too large, unknown or sent twice', async () => {
    const source = ['file', new File([await bytes()], 'a.pdf')] as const;
    const send = (...more: (readonly [string, File | string])[]) =>
      ask(here.app, '/v1/convert', here.customer, { fields: [source, ['target', 'pdf'], ...more] });
    const rows = [
      [[['attach', new File([], 'a.txt')]], 400, 'attach'],
      [[['attach', new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.txt')]], 413, 'attach'],
      [[['attach', '00000000-0000-4000-8000-000000000000']], 404, 'attach'],
      [[['attach', 'a.txt']], 404, 'attach'],
      [[['attach', 'data:text/plain,one']], 400, 'attach'],
      [[['quality', new File(['1'], 'a.txt')]], 400, 'quality'],
      [
        [
          ['attach', new File(['1'], 'a.txt')],
          ['attach', new File(['2'], 'b.txt')],
        ],
        400,
        'attach',
      ],
    ] as const;
    for (const [fields, status, field] of rows) {
      const answer = await send(...fields);
      assert.deepEqual(
        [answer.status, answer.error.details?.['field']],
        [status, field],
        JSON.stringify(fields),
      );
    }
  });
});
