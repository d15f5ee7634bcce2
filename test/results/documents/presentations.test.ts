/**
 * Text targets keep the content of slides: charts (as tables), notes, numbers and fields. Hidden content causes a
 * warning.
 */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { presentationTraits } from '../../samples/traits/presentation.ts';
import { body, graphic, line, title, writeSlides } from '../../samples/traits/slides-package.ts';
import { run } from '../../samples/run.ts';
import { Workbench } from '../../support/results/workbench.ts';

const lab = await Workbench.open();
const folder = path.join(lab.dir, 'traits');
await mkdir(folder, { recursive: true });

async function converted(file: string, from: string, to: string) {
  const { status, error, body: content, headers } = await lab.send(file, from, to, {});
  assert.equal(status, 200, error.message);
  const warnings = (headers.get('x-conversion-warnings') ?? '').split(', ').filter(Boolean);
  return { text: to === 'docx' ? await docxText(content) : content.toString(), warnings };
}

async function docxText(content: Buffer): Promise<string> {
  const { stdout } = await run('/usr/bin/pandoc', ['-f', 'docx', '-t', 'gfm', '--wrap=none'], {
    input: content,
  });
  return stdout.toString();
}

/** Returns the lines of a text without markup and with single spaces. Table lines have `|` between cells. */
const flat = (text: string) =>
  text
    .replaceAll(/<\/t[hd]>\s*<t[hd][^>]*>/g, '|')
    .replaceAll(/<[^>]*>/g, ' ')
    .split('\n')
    .map((one) =>
      one
        .replaceAll(/\\(?=[^\w\s])/g, '')
        .replaceAll(/ +/g, ' ')
        .trim(),
    )
    .map((one) =>
      one.startsWith('|')
        ? one
            .replaceAll(/^\||\|$/g, '')
            .replaceAll(/ ?\| ?/g, '|')
            .trim()
        : one,
    )
    .join('\n');

/** Returns the cells of a row. Removes list numbers, because in HTML, the browser generates them. */
const cellsOf = (shown: string) => shown.split('|').map((cell) => cell.replace(/^\d+\. /, ''));

for (const { name, ext, shows, hides = [], warns = [], write } of presentationTraits) {
  describe(name, () => {
    const file = path.join(folder, `${name}.${ext}`);
    const written = write(file);
    for (const to of ['md', 'txt', 'html', 'docx'])
      test(`the ${to} result shows the visible content of a presentation with this feature: ${name}`, async () => {
        await written;
        const { text, warnings } = await converted(file, ext, to);
        const seen = flat(text);
        for (const shown of to === 'md' ? shows : shows.flatMap(cellsOf))
          assert.ok(seen.includes(shown), `no "${shown}" in:\n${seen}`);
        for (const gone of hides) assert.ok(!seen.includes(gone), `"${gone}" in:\n${seen}`);
        assert.deepEqual(warnings, warns);
      });
  });
}

test("writes a slide's formula as TeX in Markdown", async () => {
  const file = path.join(folder, 'formula.pptx');
  const formula = presentationTraits.find(({ name }) => name === 'formula');
  await formula?.write(file);
  const { text } = await converted(file, 'pptx', 'md');
  assert.match(text, /^Area is \$\\pi r\^\{2\}\$$/m);
});

test('on request, keeps slide comments in md, txt and html', async () => {
  const file = path.join(folder, 'asked.pptx');
  await presentationTraits.find(({ name }) => name === 'comment')?.write(file);
  for (const to of ['md', 'txt', 'html']) {
    const { body: content, headers } = await lab.send(file, 'pptx', to, { comments: 'true' });
    assert.match(flat(content.toString()), /Comments:[^]*Ada: Check this/);
    assert.equal(headers.get('x-conversion-warnings'), null);
  }
});

const picture = (attribute: string) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="40" name="Picture"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip ${attribute}/></p:blipFill><p:spPr/></p:pic>`;

const media = (name: string) => ({ name: `ppt/media/${name}`, type: 'image/unknown', content: 'picture' });

test('keeps Windows metafiles and previews of embedded objects when slides are converted to Markdown', async () => {
  const file = path.join(folder, 'previews.pptx');
  const vml = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><v:shape id="_x0000_s1"><v:imagedata o:relid="preview"/></v:shape></xml>`;
  await writeSlides(file, {
    slides: [
      {
        content:
          title('First') +
          picture('r:embed="picture"') +
          graphic(
            '<a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj spid="_x0000_s1" name="Sheet" progId="Excel.Sheet.8"><p:embed/></p:oleObj></a:graphicData>',
          ),
        relations: [
          ['picture', 'image', '../media/image1.emf'],
          ['drawing', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
        ],
      },
    ],
    parts: [
      media('image1.emf'),
      media('image2.wmf'),
      {
        name: 'ppt/drawings/vmlDrawing1.vml',
        type: 'application/vnd.openxmlformats-officedocument.vmlDrawing',
        content: vml,
        relations: [['preview', 'image', '../media/image2.wmf']],
      },
    ],
  });
  const { text, warnings } = await converted(file, 'pptx', 'md');
  assert.match(text, /data:image\/x-emf;[^]*data:image\/x-wmf;/);
  assert.deepEqual(warnings, []);
});

test('warns about linked pictures that were not sent and about pictures in unknown formats', async () => {
  const file = path.join(folder, 'linked.pptx');
  await writeSlides(file, {
    slides: [
      {
        content: title('First') + picture('r:link="away"') + picture('r:embed="odd"'),
        relations: [
          ['away', 'image', 'file:///C:/Fotó (1).png'],
          ['odd', 'image', '../media/image1.pct'],
        ],
      },
    ],
    parts: [media('image1.pct')],
  });
  assert.deepEqual((await converted(file, 'pptx', 'md')).warnings, ['files_missing', 'content_left_out']);
});

test('keeps the speaker notes of an OpenDocument presentation in md, txt and html', async () => {
  const [slides, odp] = [path.join(folder, 'spoken.pptx'), path.join(folder, 'spoken.odp')];
  await writeSlides(slides, {
    slides: [{ content: title('First') + body(line('Point')), notes: line('Speak slowly.') }],
  });
  const profile = `-env:UserInstallation=file://${lab.dir}/profile`;
  await run('/usr/bin/soffice', [profile, '--headless', '--convert-to', 'odp', '--outdir', folder, slides]);
  assert.ok((await readFile(odp)).length > 0);
  for (const to of ['md', 'txt', 'html']) {
    const { text } = await converted(odp, 'odp', to);
    assert.match(flat(text), /First[^]*Point[^]*Notes:[^]*Speak slowly\./);
  }
});

describe('keeps symbols and slide fields of a presentation in pdf and odp', () => {
  const shown: Readonly<Record<string, readonly string[]>> = {
    'symbol fonts': ['✓ done', '☒ gone', 'α'],
    'fields of slides': ['Slide no 7', 'Page 8'],
  };
  for (const [name, phrases] of Object.entries(shown))
    for (const to of ['pdf', 'odp'])
      test(`shows ${name} of a presentation in ${to}`, async () => {
        const { text } = await printed(name, to);
        for (const phrase of phrases) assert.ok(text.includes(phrase), `no "${phrase}" in:\n${text}`);
      });

  const left = {
    comment: 'comments_left_out',
    'hidden slide': 'hidden_slides',
    'speaker notes': 'notes_left_out',
    treemap: 'charts_left_out',
  };
  for (const [name, code] of Object.entries(left))
    test(`warns about the omitted ${name} when a presentation is converted to pdf`, async () => {
      assert.deepEqual((await printed(name, 'pdf')).warnings, [code]);
    });
});

/** Returns the text of the result's pages, and the warnings. A result other than PDF is converted to PDF first. */
async function printed(name: string, to: string): Promise<{ text: string; warnings: string[] }> {
  const trait = presentationTraits.find((one) => one.name === name);
  assert.ok(trait);
  const file = path.join(folder, `printed-${name}.pptx`);
  await trait.write(file);
  const { status, error, body: content, headers } = await lab.send(file, 'pptx', to, {});
  assert.equal(status, 200, error.message);
  const result = path.join(folder, `printed.${to}`);
  await writeFile(result, content);
  const pdf = to === 'pdf' ? result : await lab.converted(to, 'pdf', {}, result);
  const { stdout } = await run('/usr/bin/pdftotext', [pdf, '-']);
  const warnings = (headers.get('x-conversion-warnings') ?? '').split(', ').filter(Boolean);
  return { text: stdout.toString().replaceAll(/[ \n]+/g, ' '), warnings };
}
