/**
 * Conversions of OpenDocument files to text formats keep the content that is visible on the pages, and warn about other
 * content.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { run } from '../../samples/run.ts';
import { openDocumentTraits } from '../../samples/traits/open-document.ts';
import { writeOpenDocumentText, type OpenDocumentParts } from '../../samples/traits/open-document-package.ts';
import { Workbench, type OptionValues } from '../../support/results/workbench.ts';

const lab = await Workbench.open();

async function document(parts: OpenDocumentParts): Promise<string> {
  const file = path.join(lab.dir, 'document.odt');
  await writeOpenDocumentText(file, parts);
  return file;
}

async function convert(
  parts: OpenDocumentParts,
  to: string,
  options: OptionValues = {},
): Promise<{ text: string; warnings: string[] }> {
  const answer = await lab.send(await document(parts), 'odt', to, options);
  assert.equal(answer.status, 200, answer.error.message);
  const warnings = answer.headers.get('x-conversion-warnings')?.split(', ') ?? [];
  return { text: await words(answer.body, to), warnings };
}

/** Returns the words of a result without its markup, on one line. */
async function words(body: Buffer, to: string): Promise<string> {
  if (to === 'epub') {
    const file = path.join(lab.dir, 'book.epub');
    await writeFile(file, body);
    const { stdout } = await run('/usr/bin/bsdtar', ['-xOf', file, 'index*.xhtml']);
    return spaced(untagged(stdout.toString()));
  }
  if (to === 'html' || to === 'docbook') return spaced(untagged(body.toString()));
  const links = /`([^`<]+) <[^>]*>`__/g;
  return spaced(
    body
      .toString()
      .replaceAll(links, '$1')
      .replaceAll(/\\(?=[^\w\s])/g, ''),
  );
}

const untagged = (page: string) =>
  page
    .replaceAll(/<(head|style|script)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<\/?(?:em|strong|span|a|u|b|i|sup|link)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const spaced = (text: string) => text.replaceAll(/[\s\u00a0]+/g, ' ');

/** Fails if a phrase is missing or out of order. */
function assertInOrder(text: string, phrases: readonly string[]): void {
  let from = 0;
  for (const phrase of phrases) {
    const at = text.indexOf(phrase, from);
    assert.ok(at >= 0, `${phrase} is missing after position ${from}: ${text}`);
    from = at + phrase.length;
  }
}

/**
 * Returns the phrase without the list number at its start. The text of HTML, DocBook and EPUB results has no list
 * numbers, because readers of these formats add the numbers to the list items.
 */
const withoutNumber = (phrase: string) => phrase.replace(/^\d+\. /, '');
/**
 * Targets that can contain the phrases in a different order: DocBook has notes inside the text, and the chapter files
 * of an EPUB are not read in order.
 */
const unordered = ['docbook', 'epub'];

for (const { name, parts, shows, hides = [], warns = [] } of openDocumentTraits) {
  describe(name, () => {
    for (const to of ['md', 'txt', 'html', 'rst', 'docbook', 'epub']) {
      test(`the ${to} result shows the visible content of an OpenDocument page with this feature: ${name}`, async () => {
        const { text, warnings } = await convert(parts, to);
        const phrases = ['md', 'txt', 'rst'].includes(to) ? shows : shows.map(withoutNumber);
        if (unordered.includes(to)) for (const phrase of phrases) assertInOrder(text, [phrase]);
        else assertInOrder(text, phrases);
        for (const word of hides) assert.ok(!text.includes(word), `${word} is visible: ${text}`);
        assert.deepEqual(warnings, warns);
      });
    }
  });
}

const traitNamed = (name: string) => {
  const found = openDocumentTraits.find((one) => one.name === name);
  assert.ok(found);
  return found.parts;
};

describe('converts tracked changes and comments of an OpenDocument text as the options request', () => {
  test('on request, shows the original text or both versions of OpenDocument tracked changes', async () => {
    const parts = traitNamed('tracked changes');
    const both = await convert(parts, 'md', { tracked_changes: 'all' });
    assertInOrder(both.text, [
      'Kept inserted words.',
      'Nothing ~~DELETED~~ remains.',
      'Joined ~~FORMER END~~',
    ]);
    const original = await convert(parts, 'txt', { tracked_changes: 'original' });
    assertInOrder(original.text, [
      'Kept words.',
      'Nothing DELETED remains.',
      'Joined FORMER END FORMER START line.',
    ]);
    assert.deepEqual([both.warnings, original.warnings], [[], []]);
  });

  test('converts OpenDocument comments to footnotes on request', async () => {
    const { text, warnings } = await convert(traitNamed('comments'), 'md', { comments: 'true' });
    assert.equal(text.trim(), 'Word commented[^1] on. [^1]: Nora, 2024-02-29: REMARK about it');
    assert.deepEqual(warnings, []);
    const book = await convert(traitNamed('comments'), 'epub', { comments: 'true' });
    assertInOrder(book.text, ['Nora, 2024-02-29: REMARK about it']);
  });
});

/**
 * Returns the text of the pages of a result, and the warnings of the conversion. A result other than PDF is converted
 * to PDF first.
 */
async function printed(parts: OpenDocumentParts, to: string): Promise<{ text: string; warnings: string[] }> {
  const answer = await lab.send(await document(parts), 'odt', to, {});
  assert.equal(answer.status, 200, answer.error.message);
  const file = path.join(lab.dir, `printed.${to}`);
  await writeFile(file, answer.body);
  const pdf = to === 'pdf' ? file : await lab.converted(to, 'pdf', {}, file);
  const { stdout } = await run('/usr/bin/pdftotext', [pdf, '-']);
  const warnings = answer.headers.get('x-conversion-warnings')?.split(', ') ?? [];
  return { text: spaced(stdout.toString()), warnings };
}

describe('converts OpenDocument to other office formats, PDF and text', () => {
  for (const to of ['pdf', 'docx', 'doc', 'rtf'])
    test(`the ${to} result of an OpenDocument text shows page numbers and bibliography references, but no hidden text`, async () => {
      const hidden = await printed(traitNamed('hidden text'), to);
      assert.doesNotMatch(hidden.text, /SECRET/);
      assert.deepEqual(hidden.warnings, to === 'pdf' ? [] : ['hidden_text']);
      assertInOrder(hidden.text, ['Before after.', 'Above below.', 'Section seen.', 'Answer yes.']);
      const fields = await printed(traitNamed('fields'), to);
      assertInOrder(fields.text, ['Page 1 of 1.', 'Known [KNU84].']);
    });

  test('omits hidden text when a flat OpenDocument file is converted to plain text', async () => {
    const flat = await lab.converted('odt', 'fodt', {}, await document(traitNamed('hidden text')));
    const answer = await lab.send(flat, 'fodt', 'txt', {});
    assert.doesNotMatch(answer.body.toString(), /SECRET/);
    assert.equal(answer.headers.get('x-conversion-warnings'), 'hidden_text');
    assertInOrder(answer.body.toString(), ['Section seen.', 'Answer yes.']);
  });

  test('if an OpenDocument text is converted to pdf or docx, warns that a linked document is missing', async () => {
    for (const to of ['pdf', 'docx']) {
      const { warnings } = await convert(traitNamed('linked file that was not sent'), to);
      assert.deepEqual(warnings, ['documents_left_out']);
    }
  });

  test('if an OpenDocument text is converted to rtf or doc, warns that heading or list numbers change', async () => {
    for (const [name, to, expected] of [
      ['numbered headings', 'rtf', ['numbers_changed']],
      ['numbered headings', 'doc', ['numbers_changed']],
      ['numbered lists', 'rtf', ['numbers_changed']],
      ['numbered headings', 'docx', []],
    ] as const) {
      const { warnings } = await convert(traitNamed(name), to);
      assert.deepEqual(warnings, expected, `${name} in ${to}`);
    }
  });

  for (const from of ['fodt', 'ott'])
    test(`warns that comments and page headers of ${from} are omitted`, async () => {
      for (const [name, code] of [
        ['comments', 'comments_left_out'],
        ['page headers', 'headers_left_out'],
      ] as const) {
        const file = await lab.converted('odt', from, {}, await document(traitNamed(name)));
        for (const to of ['txt', 'md', 'html']) {
          const answer = await lab.send(file, from, to, {});
          assert.equal(answer.headers.get('x-conversion-warnings'), code);
          if (to === 'txt') assert.match(answer.body.toString(), /^(?:Word|Body)/);
        }
      }
    });
});

describe('evaluates the conditions of hidden and conditional text', () => {
  const paragraph = (content: string) => `<text:p text:style-name="Standard">${content}</text:p>`;
  const hidden = (condition: string, word: string, stored = '') =>
    paragraph(`Text <text:hidden-text text:condition="${condition}" text:string-value="${word}"${stored}/>.`);
  const section = (condition: string, word: string, stored = '') =>
    `<text:section text:name="${word}" text:condition="${condition}" text:display="condition"${stored}>${paragraph(word)}</text:section>`;
  const either = (condition: string, word: string, stored: string) =>
    paragraph(
      `Either <text:conditional-text text:condition="${condition}" text:string-value-if-true="${word}T" text:string-value-if-false="${word}F"${stored}.`,
    );
  const parts = {
    body: [
      '<text:variable-decls><text:variable-decl office:value-type="float" text:name="n"/></text:variable-decls>',
      '<text:user-field-decls><text:user-field-decl office:value-type="string" office:string-value="gull" text:name="Bird"/></text:user-field-decls>',
      hidden('ooow:TRUE', 'HIDDENA'),
      hidden('ooow:FALSE', 'SHOWNA'),
      hidden('ooow:TRUE', 'HIDDENB', ' text:is-hidden="false"'),
      hidden('ooow:FALSE', 'SHOWNB', ' text:is-hidden="true"'),
      paragraph(
        'Set <text:variable-set text:name="n" text:formula="ooow:5" office:value-type="float" office:value="5">5</text:variable-set>.',
      ),
      hidden('ooow:n==5', 'HIDDENC'),
      hidden('ooow:(n&gt;=6) OR (n EQ 4)', 'SHOWNC'),
      hidden('ooow:NOT (bird != &quot;gull&quot;)', 'HIDDEND'),
      paragraph('<text:hidden-paragraph text:condition="ooow:n&lt;6"/>HIDDENE'),
      paragraph('<text:hidden-paragraph text:condition="ooow:n==6" text:is-hidden="true"/>SHOWNE'),
      section('ooow:n==5', 'HIDDENF'),
      section('ooow:FALSE', 'SHOWNF', ' text:is-hidden="true"'),
      either('ooow:n==5', 'SHOWNG', '/>'),
      either('ooow:n==6', 'SHOWNH', ' text:current-value="true">SHOWNHT</text:conditional-text>'),
      paragraph('End.'),
    ].join(''),
  };

  test('evaluates the conditions of hidden text, even if the stored results are wrong or missing', async () => {
    const { text } = await printed(parts, 'pdf');
    const shown = text.match(/\bSHOWN\w+/g);
    assert.deepEqual(shown, ['SHOWNA', 'SHOWNB', 'SHOWNC', 'SHOWNE', 'SHOWNF', 'SHOWNGT', 'SHOWNHF']);
    assert.doesNotMatch(text, /HIDDEN/);
    for (const to of ['txt', 'md', 'html', 'epub']) {
      const result = await convert(parts, to);
      assert.deepEqual(result.text.match(/\b(?:SHOWN|HIDDEN)\w+/g), shown, to);
      assert.deepEqual(result.warnings, ['hidden_text'], to);
    }
  });

  test('omits conditional text if the condition is unsupported and no result is stored', async () => {
    const unknown = { body: hidden('ooow:sqrt(page) &gt; 7', 'UNKNOWN') + paragraph('End.') };
    const { text, warnings } = await convert(unknown, 'txt');
    assert.equal(text.trim(), 'Text . End.');
    assert.deepEqual(warnings, ['hidden_text']);
  });
});

test('does not warn about an undefined fill picture when OpenDocument is converted to e-books', async () => {
  const fill = 'draw:fill="none" draw:fill-image-name="Bitmap_20_1"';
  const automatic = `<style:style style:name="fr1" style:family="graphic"><style:graphic-properties ${fill}/></style:style>`;
  for (const to of ['fb2', 'azw3', 'epub'])
    assert.deepEqual(
      (await convert({ automatic, body: '<text:p>Wet paint.</text:p>' }, to)).warnings,
      [],
      to,
    );
});

describe('keeps quotations that are marked only by a paragraph style', () => {
  const style = (name: string, parent: string) =>
    `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="${parent}"/>`;
  const paragraph = (name: string, text: string) => `<text:p text:style-name="${name}">${text}</text:p>`;
  const parts = {
    styles: style('Quotations', 'Standard') + style('Own', 'Quotations') + style('Quote', 'Standard'),
    automatic: style('P1', 'Own') + style('P2', 'Standard'),
    body: [
      ...[paragraph('P2', 'Before'), paragraph('P1', 'First'), paragraph('Quotations', 'Second')],
      ...[paragraph('P2', 'Between'), paragraph('Quote', 'Third'), paragraph('P2', 'After')],
    ].join(''),
  };
  const expected: Readonly<Record<string, RegExp>> = {
    md: /^Before\n\n> First\n>\n> Second\n\nBetween\n\n> Third\n\nAfter$/m,
    rst: /^ {3}First\n\n {3}Second\n\nBetween\n\n {3}Third\n\nAfter$/m,
    // pandoc 3 ends the last paragraph of a quotation with an empty line.
    org: /^#\+begin_quote\n\s*First\n\n\s*Second\n{1,2}#\+end_quote\n\nBetween/m,
    adoc: /^____\nFirst\n\nSecond\n____$/m,
    html: /<blockquote>\s*<p>First<\/p>\s*<p>Second<\/p>\s*<\/blockquote>\s*<p>Between/,
    txt: /^ {2}First\n\n {2}Second\n\nBetween$/m,
  };
  for (const [to, form] of Object.entries(expected))
    test(`OpenDocument paragraphs in a quotation style or a derived style become quotations in ${to}`, async () => {
      const { body } = await lab.send(await document(parts), 'odt', to, {});
      assert.match(body.toString(), form);
    });

  test('a Markdown alert survives a conversion to odt or docx and back', async () => {
    const source = path.join(lab.dir, 'alert.md');
    await writeFile(source, '> [!WARNING]\n> Wet paint\n>\n> Second\n');
    for (const between of ['odt', 'docx']) {
      const { body } = await lab.send(await lab.converted('md', between, {}, source), between, 'md', {});
      assert.match(body.toString(), /^> \[!WARNING\]\n> Wet paint\n>\n> Second$/m, between);
    }
  });
});
