/** Files as people have them, not as their formats would have them, are read as other programs read them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { run } from '../samples/run.ts';
import { serviceFixture } from '../support/fixtures.ts';
import { post } from '../support/service.ts';

const service = serviceFixture();
const dir = await mkdtemp(path.join(tmpdir(), 'protean-everyday-'));
after(() => rm(dir, { recursive: true }));

async function converted(
  name: string,
  content: Buffer<ArrayBuffer> | string,
  target: string,
): Promise<Buffer> {
  const fields = [
    ['file', new File([content], name)],
    ['target', target],
  ] as const;
  const { status, body, error } = await post(`${service.url}/api/convert`, fields);
  assert.equal(status, 200, `${name} to ${target}: ${error.message}`);
  return body;
}

describe('a web page without the end tags that may be left out', () => {
  const page = `<h1>Fruit</h1>
<!-- <td> --><table border=1><tr><th>Name<th>Price<tr><td>Apple<td>3 &lt; 4<tr><td>Pear<td>4</table>
<ul><li>One<li>Two<ul><li>Deep</ul></ul><p>First<p>Second
`;

  test('is a table and a list in Markdown', async () => {
    const text = (await converted('old.html', page, 'md')).toString();
    assert.match(text, /\| Apple +\| 3 \\?< 4 +\|\n\| Pear +\| 4 +\|/);
    assert.match(text, /- +One\n- +Two\n +- +Deep\n\nFirst\n\nSecond/);
  });

  for (const target of ['docx', 'odt', 'epub', 'rst'])
    test(`keeps its table in ${target}`, async () => {
      const file = path.join(dir, `page.${target}`);
      await writeFile(file, await converted('old.html', page, target));
      const { stdout } = await run('/usr/bin/pandoc', [file, '-t', 'native']);
      assert.match(stdout.toString(), /\bTable\b[\s\S]*"Apple"[\s\S]*"Pear"/);
    });
});
