/** What a web page shows is in every target: values of forms, numbers of lists, frames; what it hides is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWords } from '../support/words-of-result.ts';

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
  const { python } = await import('../samples/run.ts');
  const program = `
import html, io, re, sys, zipfile
page = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).read('index.html').decode()
print(re.sub(r'\\s+', ' ', html.unescape(re.sub(r'<[^>]*>', ' ', page))))
`;
  return (await python(program, [], body)).stdout.toString();
}

test('form controls show their values', async () => {
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

test('controls in the HTML of Markdown show their values', async () => {
  const text = `Do <input type="checkbox" checked> this, <input type=checkbox> not that,
<select><option>a<option selected>b</select>.\n\n<input value="x y">\n\n<textarea>\nlong\n</textarea>\n`;
  for (const target of ['docx', 'txt', 'rst'])
    assert.match(
      (await convert(['form.md', text], target)).words,
      /Do ☒ this, ☐ not that, b\. (?:\| )?x y long/,
      target,
    );
});

test('hidden parts are left out', async () => {
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

test('list items have the numbers that the page shows', async () => {
  await inEach('<ol reversed><li>three<li>two<li>one</ol>', /3\\?\. three 2\\?\. two 1\\?\. one/, [
    'txt',
    'md',
    'docx',
  ]);
  await inEach('<ol><li>a<li value=7>b<li>c</ol>', /1\. a .*7\. b 8\. c/, ['txt', 'md']);
  await inEach('<ol type=A reversed start=3><li>x<li>y</ol>', /C\. x B\. y/, ['docx']);
});

test('readings, frames, drawings and pictures that are missing keep their words', async () => {
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

test('an element of XHTML that closes itself swallows nothing', async () => {
  const page = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>
    <textarea/><p>After <input value="it"/></p></body></html>`;
  assert.match((await convert(['page.xhtml', page], 'txt')).words, /^After it$/);
});
