/**
 * Tests that conversions of Jira and MediaWiki markup keep the visible content of a page. The conversions keep the
 * titles of panels, and omit behaviour switches and categories.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

const wordsOf = async (file: readonly [string, string], target: string) => {
  const { words } = await convert(file, target);
  if (target !== 'html') return words;
  const shown = words.replaceAll(/<head>.*<\/head>|<\/?span[^<>]*>/g, '').replaceAll(/<[^<>]*>/g, ' ');
  return shown.replaceAll(/ +/g, ' ').replaceAll('&amp;', '&');
};

const issue = `{panel:title=Release *notes* & "dates"|bgColor=#fff}
Shipped on Monday.
{panel}

{panel:title=Inline one}same line{panel}

{panel}No title.{panel}

* item
{panel:title=In a list}
nested
{panel}
* last

|{panel:title=In a cell}celled{panel}|b|

{panel:title=Around}
{code:title=Sample.java|borderStyle=solid}
{panel:title=sample}
{code}
{panel}

{noformat}
{panel:title=literal}
{noformat}

The end.
`;

for (const target of ['md', 'txt', 'html', 'docx', 'org'])
  test(`keeps panel titles when Jira markup is converted to ${target}`, async () => {
    const words = await wordsOf(['issue.jira', issue], target);
    assert.match(words, /Release \\?\*notes\\?\* & "dates"\W+Shipped on Monday\./);
    assert.match(words, /Inline one\W.*same line\W.*No title\./);
    assert.match(words, /item\W+In a list\W+nested\W+last/);
    assert.match(words, /In a cell\W+celled/);
    assert.match(words, /Around\W+Sample\.java.*\{panel:title=sample\}/);
    assert.match(words, /\{panel:title=literal\}\W.*The end\./);
    assert.doesNotMatch(words.replaceAll(/\{panel:title=(?:sample|literal)\}/g, ''), /panel|bgColor/);
  });

const page = `__NOTOC__ __NOEDITSECTION__
== Birds ==
First __TOC__ line
[[Category:Fowl]]
second line, see [[:Category:Owls]] and __init__.

* one
[[Kategorie:Vögel|sorted]]
* two

<nowiki>__FORCETOC__ [[Category:Shown]]</nowiki>

<pre>
__NOINDEX__
</pre>

<code>__INDEX__</code>

Last. [[Category:Geese]]

[[category:Ducks]]
`;

for (const target of ['md', 'txt', 'html', 'docx', 'jira'])
  test(`omits behaviour switches and categories when MediaWiki markup is converted to ${target}`, async () => {
    const words = await wordsOf(['birds.mediawiki', page], target);
    const plain = words.replaceAll('\\', '');
    assert.doesNotMatch(plain, /NOTOC|NOEDIT|_TOC|Fowl|Kategorie|sorted|Geese|Ducks/);
    assert.match(plain, /First line second line, see .*Category:Owls.* and __init__\./);
    assert.match(plain, /one\W+two/);
    for (const kept of ['__FORCETOC__ [[Category:Shown]]', '__NOINDEX__', '__INDEX__'])
      assert.ok(plain.includes(kept), `${kept} in ${plain}`);
  });
