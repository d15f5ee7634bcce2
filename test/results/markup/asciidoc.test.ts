/** Conversions of AsciiDoc and DocBook keep block titles, list numbers, callouts and bibliographies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

const source = `[start=7]
. Juniper
. Hemlock

[loweralpha,start=3]
. Larch

.Summarised question
[%collapsible]
====
unfolded answer
====

.Shopping
* milk

----
run <1>
----
<1> starts it

[line-through]#struck#

[bibliography]
== Sources

* [[[knuth]]] The TeXbook
`;

for (const target of ['txt', 'md', 'docx', 'rst', 'org'])
  test(`keeps block titles, list items and callouts of AsciiDoc in ${target}`, async () => {
    const { words } = await convert(['page.adoc', source], target);
    // Word numbers its lists itself, so docx has no numbers to check.
    if (target !== 'docx') assert.match(words, /(?:7\S*|@7\]) Juniper .*Hemlock.*c\\?\. Larch/);
    assert.match(words, /Summarised question\W+unfolded answer/);
    assert.match(words, /Shopping\W+milk/);
    assert.match(words, /run \(1\).*starts it/);
    assert.match(words, /Sources\W+.*The TeXbook/);
    if (target === 'md') assert.match(words, /~~struck~~/);
  });

test('keeps the titles of DocBook blocks', async () => {
  const book = `<article xmlns="http://docbook.org/ns/docbook" version="5.0"><title>Guide</title>
<sidebar><info><title>Beside</title></info><para>side</para></sidebar>
<orderedlist startingnumber="4"><title>Steps</title><listitem><para>go</para></listitem></orderedlist></article>`;
  const { words } = await convert(['guide.docbook', book], 'txt');
  assert.match(words, /Guide Beside side Steps 4\. go/);
});
