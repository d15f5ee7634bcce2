/** Verifies that the option `pdfua` makes documents conform to PDF/UA, and that violated rules are reported. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { python } from '../../samples/run.ts';
import { pdfAccessible } from '../../support/files/effects/pdf-accessible.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

for (const { shows, description, see } of pdfAccessible(lab))
  test(`with the option pdfua, ${description} (tested: ${shows.join(', ')})`, see);

const accessible = { pdfua: 'true', set_title: 'Title', set_language: 'en' } as const;
const untagged = '7.1 content without tags is not marked as an artifact on 1 pages';

/** Resolves with the accessibility rules that a PDF violates. */
async function problemsOf(pdf: string): Promise<string[]> {
  const { accessibility } = JSON.parse(
    await readFile(await lab.converted('pdf', 'json', {}, pdf), 'utf8'),
  ) as {
    accessibility: { problems: { clause: string; problem: string }[] };
  };
  return accessibility.problems.map(({ clause, problem }) => `${clause} ${problem}`);
}

test('keeps the tags and text of a web page that Chromium draws as a transparency group', async () => {
  const file = path.join(lab.dir, 'blend.html');
  const page = (more: string) =>
    '<html lang="en"><head><title>T</title></head><body style="background:#eef"><h1>Head</h1>' +
    `<p style="mix-blend-mode:multiply;border:1px solid red">Words</p>${more}</body></html>`;
  await writeFile(file, page(''));
  const result = await lab.converted('html', 'pdf', accessible, file);
  assert.deepEqual(await problemsOf(result), []);
  assert.deepEqual(await drawnIn(result), { hiddenTexts: 0, hiddenTags: 0 });
  // If the page declares text as hidden, Chromium does not tag the text. Protean does not trust the declaration as
  // hidden, and reports the text as untagged.
  await writeFile(file, page('<p aria-hidden="true">Secret</p>'));
  const untaggedText = await lab.converted('html', 'pdf', accessible, file);
  assert.deepEqual(await problemsOf(untaggedText), [
    '5 the metadata does not state that the file is PDF/UA-1',
    untagged,
  ]);
  assert.deepEqual(await drawnIn(untaggedText), { hiddenTexts: 0, hiddenTags: 0 });
});

let made: Promise<string> | undefined;

/** Resolves with the path of a PDF that LibreOffice tagged. */
function tagged(): Promise<string> {
  return (made ??= (async () => {
    const source = path.join(lab.dir, 'tagged.md');
    await writeFile(source, '# Heading\n\nWords.\n');
    return lab.converted('docx', 'pdf', {}, await lab.converted('md', 'docx', {}, source));
  })());
}

const lines = '0 0 m 9 9 l S';
for (const [shows, inner, problems] of [
  ['lines', lines, []],
  ['text', 'BT /F 9 Tf (a) Tj ET', [untagged]],
  ['text in an array', `${lines} BT /F 9 Tf [(a)] TJ ET`, [untagged]],
  ['text on the next line', "BT /F 9 Tf (a) ' ET", [untagged]],
  ['text with spacing', 'BT /F 9 Tf 1 1 (a) " ET', [untagged]],
  ['a mark of an element', `/P <</MCID 7>> BDC ${lines} EMC ${lines}`, []],
] as const)
  for (const depth of [1, 3])
    test(`does not mark text in a form XObject at depth ${depth} as an artifact (content: ${shows})`, async () => {
      const drawn = path.join(lab.dir, 'drawn.pdf');
      await python(withForm, [await tagged(), drawn, inner, String(depth)]);
      const result = await lab.converted('pdf', 'pdf', accessible, drawn);
      const found = (await problemsOf(result)).filter((one) => one === untagged);
      assert.deepEqual(found, problems);
      assert.deepEqual(await drawnIn(result), { hiddenTexts: 0, hiddenTags: 0 });
    });

/** Draws a form XObject with the given content on a page. Puts the form inside `depth - 1` other forms. */
const withForm = `
import sys, pikepdf
from pikepdf import Dictionary, Name
source, result, inner, depth = sys.argv[1:]
with pikepdf.open(source) as pdf:
    font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
    def form(content, resources):
        return pdf.make_stream(content, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9], Resources=resources)
    one = form(inner.encode(), Dictionary(Font=Dictionary(F=font)))
    for _ in range(int(depth) - 1):
        one = form(b'/Inner Do', Dictionary(XObject=Dictionary(Inner=one)))
    page = pdf.pages[0]
    page.obj.Resources = Dictionary({**dict(page.obj.Resources.items()), '/XObject': Dictionary(Added=one)})
    page.contents_add(pdf.make_stream(b'/Added Do'))
    pdf.save(result)
`;

/** Counts the text operators and the tags inside artifacts. */
async function drawnIn(pdf: string): Promise<unknown> {
  return JSON.parse((await python(hidden, [pdf])).stdout.toString());
}

const hidden = `
import json, sys, pikepdf
counts = {'hiddenTexts': 0, 'hiddenTags': 0}
def walk(content, resources, artifacts):
    marks = []
    for operands, operator in pikepdf.parse_content_stream(content):
        name = str(operator)
        hides = artifacts or any(marks)
        if name in ('BDC', 'BMC'):
            marks.append(operands[0] == pikepdf.Name.Artifact)
            counts['hiddenTags'] += hides and name == 'BDC' and '/MCID' in operands[1]
        elif name == 'EMC':
            marks.pop()
        elif name in ('Tj', 'TJ', "'", '"'):
            counts['hiddenTexts'] += hides
        elif name == 'Do':
            thing = resources.XObject[operands[0]]
            if thing.Subtype == '/Form':
                walk(thing, thing.get('/Resources', resources), hides)
with pikepdf.open(sys.argv[1]) as pdf:
    for page in pdf.pages:
        walk(page, page.obj.Resources, False)
print(json.dumps(counts))
`;

test('lists the violated PDF/UA rules when an untagged PDF is converted to json', async () => {
  const list = JSON.parse(await readFile(await lab.converted('pdf', 'json', {}), 'utf8')) as {
    accessibility: { pdfua: boolean; problems: { clause: string; problem: string }[] };
  };
  assert.equal(list.accessibility.pdfua, false);
  const problems = list.accessibility.problems.map(({ clause, problem }) => `${clause} ${problem}`);
  assert.ok(problems.includes('7.1 the file has no tags'), problems.join('\n'));
});
