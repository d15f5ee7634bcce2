/** Checks the effects of options on conversions to Markdown and to chunks (pieces of text with a maximum size). */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OptionValues } from '../../results/workbench.ts';
import { outputOf, text } from '../../results/measure.ts';
import type { Effect, Workbench } from '../../results/workbench.ts';

export const markdown = (lab: Workbench): readonly Effect[] => [
  {
    shows: ['images'],
    description: 'pictures in Markdown become data URLs, become files in a zip, or are omitted',
    see: async () => {
      const page = path.join(lab.dir, 'pictured.html');
      const picture = (await readFile(await lab.samples.get('png'))).toString('base64');
      await writeFile(page, `<p>Seen: <img alt="a view" src="data:image/png;base64,${picture}"></p>`);
      const read = (images: string) => lab.converted('html', 'md', { images }, page);
      assert.match(await text(await read('inline')), /!\[[^\]]*\]\(data:image\/png;base64,/);
      assert.doesNotMatch(await text(await read('none')), /!\[|data:|<img/);
      const names = await outputOf('/usr/bin/bsdtar', ['-tf', await read('files')]);
      assert.match(names, /^[^/]+\.md\nimages\/image-1\.png\n/);
    },
  },
  {
    shows: ['tables', 'max_heading', 'front_matter'],
    description:
      'on request, Markdown has HTML tables for merged cells, fewer levels of headings, and metadata as YAML',
    see: async () => {
      const page = path.join(lab.dir, 'merged.html');
      await writeFile(
        page,
        `<title>Say "hi"</title><meta name="author" content="Ada"><meta name="author" content="Cy">
<h1>One</h1><h4>Four</h4><table><tr><th colspan="2">Both</th></tr><tr><td>1</td><td>2</td></tr></table>
<table><tr><th>p</th><th>q</th></tr><tr><td>3</td><td>4</td></tr></table>`,
      );
      const read = async (asked: OptionValues) => text(await lab.converted('html', 'md', asked, page));
      const html = await read({ tables: 'html' });
      assert.match(html, /<th colspan="2">Both<\/th>/);
      assert.match(html, /^\| p +\| q +\|$/m);
      assert.match(await read({ tables: 'pipe' }), /^\| Both +\| Both +\|$/m);
      assert.match(await read({ max_heading: '2' }), /^## Four$/m);
      assert.match(
        await read({ front_matter: 'true' }),
        /^---\ntitle: "Say \\"hi\\""\nauthors: \["Ada", "Cy"\]\nwords: 9\nheadings: 2\ntables: 2\npictures: 0\n---\n\n# One\n/,
      );
    },
  },
  {
    shows: ['page_markers'],
    description: 'comments in Markdown mark where pages and slides begin',
    see: async () => {
      const marks = async (from: string) =>
        (await text(await lab.converted(from, 'md', { page_markers: 'true' }))).match(
          /^<!-- page \d+ -->$/gm,
        );
      assert.deepEqual((await marks('pdf'))?.slice(0, 2), ['<!-- page 1 -->', '<!-- page 2 -->']);
      assert.equal((await marks('pptx'))?.[0], '<!-- page 1 -->');
      assert.doesNotMatch(await text(await lab.converted('pdf', 'md', {})), /<!--/);
    },
  },
  {
    shows: ['schema'],
    description: 'a doc.json result follows the requested schema, either of Protean or of Docling',
    see: async () => {
      const page = path.join(lab.dir, 'schema.html');
      await writeFile(page, '<p>A boat</p>');
      const read = async (asked: OptionValues) => text(await lab.converted('html', 'doc.json', asked, page));
      assert.match(await read({}), /^\{\n"schema": "protean-document"/);
      assert.match(await read({ schema: 'docling' }), /^\{\n"schema_name": "DoclingDocument"/);
    },
  },
  {
    shows: ['chunk_size', 'chunk_overlap', 'tokenizer'],
    description: 'chunks have at most the requested size and repeat the end of the previous chunk',
    see: async () => {
      const page = path.join(lab.dir, 'chunked.html');
      await writeFile(page, `<p>${'A boat leaves. '.repeat(60)}</p>`);
      const read = async (asked: OptionValues) =>
        (await text(await lab.converted('html', 'chunks.ndjson', asked, page)))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { size: number; overlap?: number; tokenizer: string });
      const small = await read({ chunk_size: '100', tokenizer: 'characters' });
      assert.ok(small.length > 5 && small.every(({ size }) => size <= 100));
      const repeated = await read({ chunk_size: '100', chunk_overlap: '20', tokenizer: 'characters' });
      assert.ok(repeated[1]?.overlap && small[1]?.overlap === undefined);
      assert.equal((await read({}))[0]?.tokenizer, 'o200k_base');
    },
  },
];
