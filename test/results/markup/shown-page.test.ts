/** Every target has the visible content of a web page (form values, list numbers, frames) and no hidden content. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWords } from '../../support/results/words-of-result.ts';

const convert = openWords();

const html = (content: string) => ['page.html', `<!doctype html><meta charset="utf-8">${content}`] as const;
const targets = ['txt', 'md', 'rst', 'docx', 'odt', 'epub', 'htmlz'];

async function inEach(page: string, expected: RegExp, names: readonly string[] = targets): Promise<void> {
  for (const target of names) {
    const { words, body } = await convert(html(page), target);
    assert.match(target === 'htmlz' ? await textOfZip(body) : words, expected, target);
  }
}

async function textOfZip(body: Buffer): Promise<string> {
  const { python } = await import('../../samples/run.ts');
  const program = `
import html, io, re, sys, zipfile
page = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).read('index.html').decode()
page = re.sub(r'<style.*?</style>', '', page, flags=re.DOTALL)
print(re.sub(r'\\s+', ' ', html.unescape(re.sub(r'<[^>]*>', ' ', page))))
`;
  return (await python(program, [], body)).stdout.toString();
}

test("writes the values of a web page's form controls as text", async () => {
  await inEach(
    `<p>Name: <input value="typed name"></p><p>Colour: <select><option>red<option selected>blue<option>green</select></p>
     <p><input type="checkbox" checked> agreed</p><p><input type="checkbox"> refused</p><p><textarea>long
answer</textarea></p><input type=hidden value=token>`,
    /Name: typed name Colour: blue ☒ agreed ☐ refused (?:\| )?long (?:\| )?answer/,
  );
  await inEach(
    `<p>Pay <input type=radio name=a checked>cash <input type=radio name=a>card</p>
     <p><select multiple><option selected>one<option>two<option selected>three</select></p>
     <p>On<input type=date value=2024-02-29>at<input list=l placeholder="any place"><datalist id=l><option>Rome</datalist></p>
     <p>Done <progress value=1 max=4></progress>, full <meter value=0.6>60 of 100</meter>.</p>
     <fieldset><legend>Terms</legend>Read them</fieldset>`,
    /Pay ◉ cash ○ card one, three On 2024-02-29 at any place Done 25%, full 60 of 100\. Terms Read them/,
    ['txt', 'docx'],
  );
});

test('writes the values of HTML form controls as text when Markdown is converted', async () => {
  const text = `Do <input type="checkbox" checked> this, <input type=checkbox> not that,
<select><option>a<option selected>b</select>.\n\n<input value="x y">\n\n<textarea>\nlong\n</textarea>\n`;
  for (const target of ['docx', 'txt', 'rst'])
    assert.match(
      (await convert(['form.md', text], target)).words,
      /Do ☒ this, ☐ not that, b\. (?:\| )?x y long/,
      target,
    );
});

test('omits hidden elements of a web page', async () => {
  const hidden = `<style>.gone { display: none } .tab { display: none } .tab.open { display: block }</style>
    <p>Seen<p hidden>SECRET<p style="display: none">SECRET<p class=gone>SECRET<p class="tab open">Tab<p>End`;
  const { words } = await convert(html(hidden), 'txt');
  assert.equal(words, 'Seen Tab End');
  const unseen =
    '<p>Seen<template>SECRET</template><dialog>SECRET</dialog><dialog open>Hello</dialog><noscript>SECRET</noscript>';
  const other = await convert(html(unseen), 'docx');
  assert.equal(other.words, 'Seen Hello');
  assert.equal(other.warnings, '');
});

test('numbers the list items of a web page as a browser does', async () => {
  await inEach('<ol reversed><li>three<li>two<li>one</ol>', /3\\?\. three 2\\?\. two 1\\?\. one/, [
    'txt',
    'md',
    'docx',
  ]);
  await inEach('<ol><li>a<li value=7>b<li>c</ol>', /1\. a .*7\. b 8\. c/, ['txt', 'md']);
  await inEach('<ol type=A reversed start=3><li>x<li>y</ol>', /C\. x B\. y/, ['docx']);
});

test('keeps ruby annotations, text of frames and drawings, and alt text of missing pictures', async () => {
  await inEach(
    '<p><ruby>字<rt>ji</rt></ruby> and <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>',
    /字\(ji\) and 漢\(kan\)/,
  );
  await inEach('<p>Before<iframe srcdoc="<p>Framed &amp;amp; shown</p>"></iframe>', /Before Framed & shown/);
  const drawing = '<p>See <svg width=90 height=20><text y=15>Harbour</text></svg> here';
  await inEach(drawing, /See Harbour here/, ['txt', 'rst']);
  assert.match((await convert(html(drawing), 'md', { images: 'none' })).words, /See Harbour here/);
  await inEach(
    '<figure><img alt="A boat" src="boat.png"><figcaption>Figure 1</figcaption></figure>',
    /A boat.*Figure 1/,
    ['txt', 'docx', 'md'],
  );
});

test('keeps the content after a self-closing element in an XHTML page', async () => {
  const page = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>
    <textarea/><p>After <input value="it"/></p></body></html>`;
  assert.match((await convert(['page.xhtml', page], 'txt')).words, /^After it$/);
});

const styled = (css: string, body: string) => html(`<title>x</title><style>${css}</style><body>${body}`);

test("writes the text that a web page's style sheets generate", async () => {
  const css = `body { counter-reset: part } h2 { counter-increment: part }
    h2::before { content: "Part " counter(part, upper-roman) ": " } .notice:before { content: "Notice:" }
    a[href]::after { content: " (" attr(href) ")" } blockquote::before { content: open-quote }
    blockquote::after { content: close-quote } .icon::before { content: "\\f007" } .clear::after { content: ""; display: table }
    @media print { .print::before { content: "PRINTED" } } pre::before { content: "COPIED" } .gone { display: none }
    .gone::before { content: "GONE" } .price::before { content: "€" }`;
  const body = `<h2>Sea</h2><h2>Land</h2><p class=notice>mind the gap</p><p><a href="https://x.org/">site</a></p>
    <blockquote>Said</blockquote><p class="icon clear print">user</p><pre>code</pre><p class=gone>x</p><p class=price>12</p>`;
  for (const target of ['txt', 'md', 'docx', 'epub', 'rst', 'htmlz']) {
    const { words, body: result, warnings } = await convert(styled(css, body), target);
    const shown = (target === 'htmlz' ? await textOfZip(result) : words).replace(/\s+(?=\|)|\|/g, '');
    assert.match(
      shown,
      /Part I: Sea\b.*Part II: Land\b.*Notice: mind the gap.*site \(?<?https:\/\/x\.org\/.*“ ?Said ?”.*user.*code.*€ ?12/,
      target,
    );
    assert.doesNotMatch(shown, /PRINTED|COPIED|GONE|\uf007/, target);
    assert.match(warnings, /hidden_text/, target);
  }
});

test('labels the list items of a web page as its style sheets specify', async () => {
  const css = `.legal { list-style: none; counter-reset: item } .legal > li { counter-increment: item }
    .legal > li::before { content: counters(item, ".") " " } .letters { list-style-type: lower-alpha }
    .greek { list-style-type: lower-greek } .plain { list-style: none }
    .doc { list-style-type: none } .doc > li { counter-increment: n } .doc > li::before { content: counter(n, decimal) ". " }`;
  const body = `<ol class=legal><li>One<ol class=legal><li>Below</ol><li>Two</ol><ol class=letters start=3><li>Larch</ol>
    <ol class=greek><li>Alpha</ol><ol class=plain><li>Bare</ol><ol class=doc><li>First<li>Second</ol>`;
  const { words } = await convert(styled(css, body), 'txt');
  assert.equal(words, '- 1 One - 1.1 Below - 2 Two c. Larch - α. Alpha - Bare 1. First 2. Second');
  const { text } = await convert(styled(css, body), 'md');
  assert.match(text, /^- c\. Larch$/m);
  assert.match(text, /^1\. {1,2}First\n2\. {1,2}Second$/m);
});

test('writes the list numbers of a web page as text if the target cannot express them', async () => {
  const body =
    '<ol start=7><li>Juniper<li>Hemlock</ol><ol type=a start=3><li>Larch</ol><ol type=i start=4><li>Willow</ol>';
  for (const target of ['jira', 'opml', 'ipynb', 'dokuwiki']) {
    const { words } = await convert(html(body), target);
    assert.match(words, /7\S* Juniper.*8\S* Hemlock.*c\S* Larch.*iv\S* Willow/, target);
  }
  const { text } = await convert(html(body), 'md');
  assert.match(text, /^7\. {1,2}Juniper\n8\. {1,2}Hemlock$[^]*^- c\. Larch$[^]*^- iv\. Willow$/m);
});

test('applies the media queries of a wide screen, and warns about text that style sheets hide', async () => {
  const css = `.none { display: none !important } @media (min-width: 768px) { .wide { display: block !important } }
    @media only screen and (max-width: 600px) { .desktop { display: none } } .box .inner { display: none }
    .menu { display: none } .item:hover .menu { display: block } p.note { display: none } #seen { display: block }`;
  const body = `<p class="none wide">Wide<p class=desktop>Desktop<div class=box><p class=inner>SECRET</div>
    <div class=item><div class=menu>Menu</div></div><p class=note>SECRET<p class=note id=seen>Note`;
  const { words, warnings } = await convert(styled(css, body), 'txt');
  assert.equal(words, 'Wide Desktop Menu Note');
  assert.equal(warnings, 'hidden_text');
});

test('converts an inline SVG of a web page to a picture with the text of the SVG as alt text', async () => {
  const drawing =
    '<p>See <svg width=90 height=20><style>.a{fill:red}</style><text y=15 class=a>Harbour</text></svg> here';
  const { text } = await convert(html(drawing), 'md');
  assert.match(text, /!\[Harbour\]\(data:image\/svg\+xml;base64,/);
  const { body } = await convert(html(drawing), 'docx');
  assert.ok(body.includes('.png'), 'programs that show no SVG have a picture');
});

test("does not repeat a web page's title in its text if the page has no head element", async () => {
  const { words } = await convert(['page.html', '<!doctype html><title>Hidden</title><p>Seen</p>'], 'tex');
  assert.doesNotMatch(words, /Hidden\s+Seen/);
});

test("omits content that an email message's style sheets hide", async () => {
  const mail = `From: a@example.org\nSubject: Deals\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n
<style>.mob { display: none } @media (max-width: 600px) { .desk { display: none } } .go:after { content: " now" }</style>
<section>Menu</section><section class=desk>Desktop</section><p class=mob>SECRET</p><p class=go>Go</p><ol type=A><li>First</ol>`;
  const { text, warnings } = await convert(['deals.eml', mail], 'md');
  assert.match(text, /Menu\n\nDesktop\n\nGo now\n\n- A\\?\. First/);
  assert.doesNotMatch(text, /SECRET/);
  assert.match(warnings, /hidden_text/);
});

test('keeps alerts and task checkboxes in books made from Markdown', async () => {
  const { body } = await convert(
    ['a.md', '> [!WARNING]\n> mind the gap\n\n- [x] done\n\n7. seven\n'],
    'htmlz',
  );
  const shown = await textOfZip(body);
  assert.match(shown, /Warning mind the gap .*☒ done/);
  assert.doesNotMatch(shown, /\[!WARNING\]/);
});

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC';

test('keeps pictures that the style sheets of a web page insert into its text', async () => {
  const page = html(`<style>.a::before { content: url(${dot}) "Note: " } .b::after { content: url("${dot}") }
    ul { list-style-image: url(${dot}) } .c { content: url(${dot}) }</style>
    <p class=a>One</p><p class=b>Two</p><ul><li>Three</ul><p><span class=c>Four</span></p>`);
  const picture = String.raw`!\[\]\(data:image/png[^)]*\)`;
  assert.match(
    (await convert(page, 'md')).words,
    new RegExp(`^${picture} ?Note: One Two${picture} - ${picture} Three !\\[Four\\]`),
  );
  const { words, warnings } = await convert(page, 'txt');
  assert.match(words, /^Note: One Two - Three Four$/);
  assert.equal(warnings, '');
});

test('warns about missing pictures of a web page', async () => {
  const page = html(
    '<style>.a::after { content: url(seal.png) }</style><p class=a>One</p><p>Two <img src=lost.png>',
  );
  for (const target of ['md', 'docx', 'odt', 'epub', 'fb2']) {
    const { words, warnings } = await convert(page, target);
    assert.match(words, /One.*Two/, target);
    assert.equal(warnings, 'files_missing', target);
  }
});
