/** A trait document in HTML with content that conversions easily lose. */
import {
  bodiesOf,
  isText,
  textDocument,
  writesControls,
  type TraitDocument,
  type WrittenTrait,
} from '../trait-document.ts';

const parts: readonly WrittenTrait[] = [
  {
    name: 'details',
    shown: ['Summarised question', 'unfolded answer'],
    body: '<details><summary>Summarised question</summary><p>unfolded answer</p></details>',
  },
  {
    name: 'form-values',
    on: writesControls,
    shown: ['Name typed ferret', 'Colour gecko', 'long otter answer', 'pressable button'],
    hidden: ['unchosen', 'secretfield'],
    body: `<form><p><label>Name <input type="text" value="typed ferret"></label></p>
<p><label>Colour <select><option>unchosen</option><option selected>gecko</option></select></label></p>
<p><textarea rows="2">long otter answer</textarea></p><input type="hidden" value="secretfield">
<p><button type="button">pressable button</button></p></form>`,
  },
  {
    name: 'checkboxes',
    on: writesControls,
    shown: ['☒ agreed', '☐ refused'],
    body: '<form><p><label><input type="checkbox" checked> agreed</label></p><p><label><input type="checkbox"> refused</label></p></form>',
  },
  {
    name: 'hidden-text',
    shown: ['Quartz before after quartz'],
    hidden: [
      'veiledattribute',
      'veiledstyle',
      'veiledclass',
      'templated',
      'commentedout',
      'scripted',
      'noscripted',
    ],
    body: `<p>Quartz before <span style="display:none">veiledstyle </span>after quartz</p>
<p hidden>veiledattribute</p><p class="veiled">veiledclass</p><template><p>templated</p></template>
<!-- commentedout --><script>var scripted = 1;</script>`,
  },
  {
    name: 'list-numbers',
    listNumbers: true,
    shown: ['7 Juniper', '8 Hemlock', ['c Larch'], ['iv Willow']],
    body: '<ol start="7"><li>Juniper</li><li>Hemlock</li></ol><ol type="a" start="3"><li>Larch</li></ol><ol type="i" start="4"><li>Willow</li></ol>',
  },
  {
    name: 'list-item-values',
    listNumbers: true,
    shown: ['12 Rowan', '30 Aspen'],
    body: '<ol><li value="12">Rowan</li><li value="30">Aspen</li></ol>',
  },
  {
    name: 'definition-list',
    shown: ['defined term', 'its meaning'],
    body: '<dl><dt>defined term</dt><dd>its meaning</dd></dl>',
  },
  {
    name: 'merged-cells',
    shown: ['tabled caption', 'spanned heading', 'upper left', 'right one', 'right two'],
    body: '<table><caption>tabled caption</caption><tr><th colspan="2">spanned heading</th></tr><tr><td rowspan="2">upper left</td><td>right one</td></tr><tr><td>right two</td></tr></table>',
  },
  {
    name: 'row-heads',
    shown: ['rowhead gnu', 'headed cell'],
    body: '<table><tr><th>rowhead gnu</th><td>headed cell</td></tr><tr><th>other head</th><td>other cell</td></tr></table>',
  },
  {
    name: 'tables-in-cells',
    shown: ['outer cell', 'inner key', 'inner value'],
    body: '<table><tr><td>outer cell</td><td><table><tr><td>inner key</td><td>inner value</td></tr></table></td></tr></table>',
  },
  {
    name: 'symbols',
    shown: ['tick ✓ done', 'angle α end', 'price 7 € sum', 'box ☐ open', 'arrow → onward'],
    body: '<p>tick &#10003; done</p><p>angle &alpha; end</p><p>price 7 &euro; sum</p><p>box ☐ open</p><p>arrow → onward</p>',
  },
  {
    name: 'quotation-and-changes',
    shown: ['quoted okapi', 'insertedword', 'struckword', 'keyed tapir'],
    body: '<p><q>quoted okapi</q> <ins>insertedword</ins> <del>struckword</del> <kbd>keyed tapir</kbd></p>',
  },
  {
    name: 'ruby',
    shown: ['漢', 'かんじ'],
    body: '<p><ruby>漢<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>',
  },
  {
    name: 'figure-and-meters',
    shown: ['figured caption', 'between paragraphs'],
    body: '<figure><pre>preformatted</pre><figcaption>figured caption</figcaption></figure><div>between paragraphs<p>inside</p></div>',
  },
  {
    name: 'generated-content',
    shown: ['Notice mind the gap'],
    body: '<p class="notice">mind the gap</p>',
  },
  {
    name: 'inline-drawing',
    // Excludes targets in which the drawing remains an image, because the words of an image are not text.
    on: (target) => isText(target) && !['epub', 'xhtml', 'lit'].includes(target.ext),
    shown: ['drawnword lemur'],
    losesWith: ['images'],
    body: '<p>Before <svg xmlns="http://www.w3.org/2000/svg" width="300" height="40"><text x="5" y="25">drawnword lemur</text></svg></p>',
  },
];

const head =
  '<meta charset="utf-8"><title>Traits of a page</title><style>.veiled{display:none}.notice::before{content:"Notice: "}</style>';

export const webDocuments: readonly TraitDocument[] = [
  textDocument(
    'web',
    'html',
    parts,
    `<!DOCTYPE html>\n<html lang="en"><head>${head}</head><body>\n${bodiesOf(parts)}\n</body></html>\n`,
  ),
];
