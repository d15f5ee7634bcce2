import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserFeatures } from './features.ts';
import { withoutLinks } from './links.ts';
import { naturalSize, resized, rootOf } from './root.ts';
import { decode, expandEntities } from './source.ts';

const sizeOf = (attributes: string) => {
  const root = rootOf(`<?xml version="1.0"?><!-- <svg> --><svg ${attributes}/>`);
  return root && naturalSize(root);
};

test('the size follows from width, height and viewBox', () => {
  assert.deepEqual(sizeOf('width="10" height="20px"'), { width: 10, height: 20 });
  assert.deepEqual(sizeOf('viewBox="1 2,30 40"'), { width: 30, height: 40 });
  assert.deepEqual(sizeOf('viewBox="0 0 30 40" height="80"'), { width: 60, height: 80 });
  assert.deepEqual(sizeOf("width='2.54cm' height='1in'"), { width: 96, height: 96 });
  assert.deepEqual(sizeOf('viewBox="0 0 3 4" width="100%" height="auto"'), { width: 3, height: 4 });
  assert.equal(sizeOf(''), undefined);
  assert.equal(sizeOf('width="0" height="5"'), undefined);
  assert.equal(sizeOf('viewBox="0 0 0 5"'), undefined);
});

test('the root gets the size to draw, and keeps its other attributes', () => {
  const text = '<s:svg xmlns:s="x" id="a" width="20" height="10">…</s:svg>';
  const root = rootOf(text) ?? assert.fail();
  const [natural, size] = [
    { width: 20, height: 10 },
    { width: 40, height: 20 },
  ];
  assert.equal(
    resized(text, root, { natural, size, canvas: 1000 }),
    '<s:svg xmlns:s="x" id="a" width="1000" height="20" viewBox="0 0 20 10" preserveAspectRatio="xMinYMin">…</s:svg>',
  );
});

test('preserveAspectRatio moves or cuts the shown part', () => {
  const boxOf = (attributes: string) => {
    const text = `<svg viewBox="0 0 10 10" ${attributes}/>`;
    const root = rootOf(text) ?? assert.fail();
    const natural = naturalSize(root) ?? assert.fail();
    return /viewBox="([^"]*)"/.exec(resized(text, root, { natural, size: natural }))?.[1];
  };
  assert.equal(boxOf('width="20" height="10"'), '-5 0 20 10');
  assert.equal(boxOf('width="20" height="10" preserveAspectRatio="xMinYMin"'), '0 0 20 10');
  assert.equal(boxOf('width="20" height="10" preserveAspectRatio="xMaxYMax slice"'), '0 5 10 5');
});

test('finds the features that only a browser draws', () => {
  const named = (text: string) => browserFeatures(Buffer.from(text));
  assert.deepEqual(named('<svg><foreignObject/></svg>'), ['foreignObject']);
  assert.deepEqual(named('<rect fill="var(--a)" width="10vw"/>'), ['var()', 'viewport units']);
  assert.deepEqual(named('<!-- foreignObject --><style>a:hover { fill: red } g:first-child { }</style>'), []);
  assert.deepEqual(named('<text>Costs 10 Q (calc). 5 & 6</text><rect transform="rotate(5)"/>'), []);
  assert.deepEqual(named('<svg xmlns="x"><text>©2026 1st №1</text></svg>'), []);
});

test('links to other files are removed, links within the file stay', () => {
  const text = `<image href="/etc/x.png"/><image xlink:href='data:image/png;base64,AA'/><use href="#a"/><a href="http://x.invalid/"/><feImage href="file:b"/>`;
  assert.deepEqual(withoutLinks(text), {
    text: `<image href=""/><image xlink:href='data:image/png;base64,AA'/><use href="#a"/><a href=""/><feImage href=""/>`,
    removed: 2,
  });
});

test('entities are expanded once each, also where character references hide a link', () => {
  const type = (entities: string) => `<!DOCTYPE svg PUBLIC "a" "b" [${entities}]>`;
  assert.equal(
    expandEntities(`${type('<!ENTITY a "1&b;"><!ENTITY b "2">')}<svg>&a;&amp;</svg>`),
    '<svg>12&amp;</svg>',
  );
  assert.equal(expandEntities(`${type('<!ENTITY a "&b;"><!ENTITY b "&a;">')}&a;`), '&a;');
  assert.equal(expandEntities(`${type(`<!ENTITY a '<image h&#114;ef="/x"/>'>`)}&a;`), '<image href="/x"/>');
});

test('texts in other encodings are decoded', () => {
  assert.equal(decode(Buffer.from('\ufeff<svg>é</svg>', 'utf16le')), '<svg>é</svg>');
  assert.match(decode(Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><svg>é</svg>', 'latin1')), /é/);
});

test('a rule within a rule is nested, one within an at-rule is not', () => {
  const named = (style: string) => browserFeatures(Buffer.from(`<svg><style>${style}</style></svg>`));
  assert.deepEqual(named('g { fill: red; rect { fill: green } }'), ['nested CSS rules']);
  assert.deepEqual(named('<![CDATA[ a { b: c } g { & rect { fill: green } } ]]>'), ['nested CSS rules']);
  assert.deepEqual(named('a { b: c } @keyframes x { from { fill: red } to { fill: green } } d { e: f }'), []);
});
