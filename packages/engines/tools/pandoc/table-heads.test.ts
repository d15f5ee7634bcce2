/** Tests that Word and OpenDocument texts keep several header rows and captions, and that Markdown has captions once. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pythonEnv } from '../../../../test/support/python.ts';

const page = `<p>Before.</p><table><caption>Tides of May</caption>
<thead><tr><th rowspan="2">Harbour</th><th colspan="2">Water</th></tr><tr><th>High</th><th>Low</th></tr></thead>
<tbody><tr><td>Callao</td><td>3</td><td>1</td></tr></tbody></table><p>After.</p>`;

const markdown = `Before.

Tides of May

| Harbour | Water / High | Water / Low |
|---------|--------------|-------------|
| Callao  | 3            | 1           |

After.
`;

const filtered = (names: string) => [
  `--lua-filter=${path.join(import.meta.dirname, 'filters/filters.lua')}`,
  ...['-M', `filters=${names}`],
];

function runner(name: string, step: object): void {
  const program = path.join(import.meta.dirname, name);
  execFileSync('/usr/bin/python3', [program, JSON.stringify({ options: {}, ...step })], { env: pythonEnv });
}

const pandoc = (args: readonly string[], input?: string) =>
  execFileSync('pandoc', args, { encoding: 'utf8', ...(input === undefined ? {} : { input }) });

/** Writes the page as a Word or OpenDocument text, as the engine does. */
function write(input: string, to: 'docx' | 'odt', work: string): string {
  const output = path.join(work, `written.${to}`);
  pandoc(['-f', 'html', '-t', to, `--resource-path=${work}`, ...filtered('filter'), '-o', output], input);
  runner('runner_boxes.py', { output, work, to, from: 'html' });
  return output;
}

test('an OpenDocument text keeps both header rows of a table', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'protean-heads-'));
  const text = path.join(folder.path, 'text.odt');
  runner('runner_odt.py', { input: write(page, 'odt', folder.path), text, work: folder.path, to: 'md' });
  const filters = filtered('odt/header_rows,odt/cell_spans,markdown,filter');
  assert.equal(pandoc(['-f', 'odt', '-t', 'gfm', '--wrap=none', ...filters, text]), markdown);
});

test('an OpenDocument text stays well-formed if a table in a header row has header rows', () => {
  const rows = (content: string) =>
    `<table:table><table:table-header-rows><table:table-row>${content}</table:table-row></table:table-header-rows></table:table>`;
  const nested = rows(`${rows('<text:p>inner</text:p>')}<text:p>outer</text:p>`);
  const program =
    'import sys; from engines.tools.pandoc import runner_odt; sys.stdout.write(runner_odt.with_header_rows(sys.argv[1]))';
  const args = ['-X', 'utf8', '-c', program, nested];
  const content = execFileSync('/usr/bin/python3', args, { env: pythonEnv, encoding: 'utf8' });
  assert.equal(content.replaceAll('\ufdd7', ''), nested.replaceAll(/<\/?table:table-header-rows>/g, ''));
  assert.match(content, />\ufdd7inner<.*>\ufdd7outer</);
});

test('Markdown from a Word document contains the caption of a table only once', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'protean-heads-'));
  const file = write(page, 'docx', folder.path);
  const filters = filtered('word_captions,markdown,filter');
  assert.equal(pandoc(['-f', 'docx', '-t', 'gfm', '--wrap=none', ...filters, file]), markdown);
});

test('images=none writes a caption that equals the alternative text only once', () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'protean-heads-'));
  const file = path.join(folder.path, 'figure.docx');
  const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  pandoc(['-f', 'html', '-t', 'docx', '-o', file], `<img alt="The quay" src="${picture}"><p>The quay</p>`);
  const args = [
    '-f',
    'docx',
    '-t',
    'gfm',
    ...filtered('word_captions,markdown,filter'),
    '-M',
    'md-images=none',
  ];
  assert.equal(pandoc([...args, file]), 'The quay\n');
});
