/** DocBook and JATS articles keep their titles, labels, numbers and references in every target. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

test('keeps title, authors, abstract, labels and references of a JATS article', async () => {
  const jats = [
    'article.jats',
    `<article><front><article-meta><title-group><article-title>Tides</article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>Quay</surname><given-names>Ada</given-names></name></contrib></contrib-group><abstract><p>In short.</p></abstract></article-meta></front><body><sec><label>1</label><title>Intro</title><p>See <xref ref-type="bibr" rid="r1">[1]</xref>.</p><fig><label>Figure 3</label><caption><p>A boat</p></caption></fig></sec></body><back><ref-list><title>Literature</title><ref id="r1"><label>1</label><mixed-citation>Knuth. <italic>TeXbook</italic>, 1984.</mixed-citation></ref><ref id="r2"><element-citation><name><surname>Tern</surname><given-names>B</given-names></name><source>Gulls</source><year>1999</year></element-citation></ref></ref-list></back></article>`,
  ] as const;
  for (const target of ['txt', 'md', 'html', 'docx', 'rst']) {
    const words = (await convert(jats, target)).words.replace(/<[^>]*>/g, '');
    assert.match(words, /Tides/, target);
    assert.match(words, /Ada Quay/, target);
    assert.match(words, /In short\./, target);
    assert.match(words, /1 Intro/, target);
    assert.match(words, /See \\?\[1\\?\]/, target);
    assert.match(words, /Figure 3 A boat/, target);
    assert.match(words, /Literature.*1 Knuth\. [*_]?TeXbook[*_]?, 1984\..*Tern B, Gulls, 1999/, target);
  }
  for (const target of ['adoc', 'org', 'mediawiki', 'jira', 'fb2'])
    assert.match((await convert(jats, target)).words, /Figure 3 A boat/, target);
});

test('keeps the block titles, list start numbers and numbered steps of a DocBook document', async () => {
  const docbook = [
    'article.docbook',
    `<article><title>Tides</title><section><title>Intro</title><orderedlist startingnumber="7"><listitem><para>Juniper</para></listitem></orderedlist><procedure><title>How to moor</title><step><para>Come near</para></step><step><para>Tie up</para></step></procedure><example><title>A listing</title><programlisting>code</programlisting></example></section></article>`,
  ] as const;
  for (const target of ['txt', 'md', 'html', 'docx']) {
    const { words } = await convert(docbook, target);
    assert.match(words, /How to moor.*Come near.*A listing/, target);
    if (target !== 'html' && target !== 'docx') assert.match(words, /7\. Juniper.*1\. Come near.*2\. Tie up/);
  }
});

test('keeps the title of a Markdown file if its metadata also lists references', async () => {
  const text = '---\ntitle: Tides\nauthor: Ada\nreferences:\n- id: a\n  title: TeXbook\n---\n\nhello\n';
  const { words } = await convert(['notes.md', text], 'txt');
  assert.match(words, /Tides Ada hello/);
});

test('keeps the footnotes and list start numbers of a Jupyter notebook', async () => {
  const source = 'Footed.[^n]\n\n7. Juniper\n8. Hemlock\n\n[^n]: at the foot';
  const notebook = JSON.stringify({
    cells: [{ cell_type: 'markdown', metadata: {}, source }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 4,
  });
  const { words } = await convert(['notes.ipynb', notebook], 'txt');
  assert.match(words, /7\. Juniper 8\. Hemlock.*at the foot/);
});
