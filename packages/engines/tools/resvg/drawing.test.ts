import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooComplex } from '../../shared/svg/bounds.ts';
import { browserFeatures } from '../../shared/svg/features.ts';
import { namesOtherFiles, withoutLinks } from '../../shared/svg/links.ts';
import { naturalSize, resized, rootOf } from '../../shared/svg/root.ts';
import { decode, expandEntities } from '../../shared/svg/source.ts';

const sizeOf = (attributes: string) => {
  const root = rootOf(`<?xml version="1.0"?><!-- <svg> --><svg ${attributes}/>`);
  return root && naturalSize(root);
};

test('derives the size of a drawing from its width, height and viewBox', () => {
  assert.deepEqual(sizeOf('width="10" height="20px"'), { width: 10, height: 20 });
  assert.deepEqual(sizeOf('viewBox="1 2,30 40"'), { width: 30, height: 40 });
  assert.deepEqual(sizeOf('viewBox="0 0 30 40" height="80"'), { width: 60, height: 80 });
  assert.deepEqual(sizeOf("width='2.54cm' height='1in'"), { width: 96, height: 96 });
  assert.deepEqual(sizeOf('viewBox="0 0 3 4" width="100%" height="auto"'), { width: 3, height: 4 });
  assert.equal(sizeOf(''), undefined);
  assert.equal(sizeOf('width="0" height="5"'), undefined);
  assert.equal(sizeOf('viewBox="0 0 0 5"'), undefined);
});

test('sets the requested size on the root element of an SVG', () => {
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

test('applies preserveAspectRatio to a resized drawing', () => {
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

test('finds the SVG features that need a browser', () => {
  const named = (text: string) => browserFeatures(Buffer.from(text));
  assert.deepEqual(named('<svg><foreignObject/></svg>'), ['foreignObject']);
  assert.deepEqual(named('<rect fill="var(--a)" width="10vw"/>'), ['var()', 'viewport units']);
  assert.deepEqual(named('<!-- foreignObject --><style>a:hover { fill: red } g:first-child { }</style>'), []);
  assert.deepEqual(named('<text>Costs 10 Q (calc). 5 & 6</text><rect transform="rotate(5)"/>'), []);
  assert.deepEqual(named('<svg xmlns="x"><text>©2026 1st №1</text></svg>'), []);
});

test('finds the CSS and filter features that resvg does not support', () => {
  const named = (text: string) => browserFeatures(Buffer.from(text));
  assert.deepEqual(named('<text style="font: bold 9px serif"/>'), ['font shorthand']);
  assert.deepEqual(named('<style>.a { fill: red; cx: 5px }</style>'), ['sizes and positions in CSS']);
  assert.deepEqual(named('<rect style="fill:red;width:5px"/>'), ['sizes and positions in CSS']);
  assert.deepEqual(
    named('<style>g { stroke-width: 5; line-height: 2 }</style><svg style="width: 5px"/>'),
    [],
  );
  assert.deepEqual(named('<text font-variant="small-caps" style="font-variant: normal"/>'), [
    'small capitals and font features',
  ]);
  assert.deepEqual(named('<path vector-effect="non-scaling-stroke"/><path style="vector-effect:none"/>'), [
    'vector-effect',
  ]);
  assert.deepEqual(named('<rect style="mask: linear-gradient(red, blue)"/>'), ['CSS masks']);
  assert.deepEqual(
    named('<rect style="mask: url(#a)"/><text font-variant="normal" text-transform="none"/>'),
    [],
  );
  assert.deepEqual(named('<rect fill="#CD853F icc-color(acmecmyk, 0.11, 0.48)"/>'), []);
  assert.deepEqual(named('<rect fill="color(srgb 1 0 0)"/>'), ['CSS functions']);
  assert.deepEqual(named('<feSpotLight limitingConeAngle="0"/>'), []);
  assert.deepEqual(named('<feSpotLight limitingConeAngle="0.5"/>'), ['limitingConeAngle']);
  assert.deepEqual(named('<feBlend in="a" in2="b"/><feDisplacementMap in="a"/>'), [
    'filter primitives without in2',
  ]);
});

test('removes only links to other files from a drawing', () => {
  const text = `<image href="/etc/x.png"/><image xlink:href='data:image/png;base64,AA'/><use href="#a"/><a href="http://x.invalid/"/><feImage href="file:b"/>`;
  assert.deepEqual(withoutLinks(text), {
    text: `<image href=""/><image xlink:href='data:image/png;base64,AA'/><use href="#a"/><a href=""/><feImage href=""/>`,
    removed: 2,
  });
});

test('expands nested XML entities but not circular entities', () => {
  const type = (entities: string) => `<!DOCTYPE svg PUBLIC "a" "b" [${entities}]>`;
  assert.equal(
    expandEntities(`${type('<!ENTITY a "1&b;"><!ENTITY b "2">')}<svg>&a;&amp;</svg>`),
    '<svg>12&amp;</svg>',
  );
  assert.equal(expandEntities(`${type('<!ENTITY a "&b;"><!ENTITY b "&a;">')}&a;`), '&a;');
  assert.equal(expandEntities(`${type(`<!ENTITY a '<image h&#114;ef="/x"/>'>`)}&a;`), '<image href="/x"/>');
});

test('decodes drawings in UTF-16 and Latin-1', () => {
  assert.equal(decode(Buffer.from('\ufeff<svg>é</svg>', 'utf16le')), '<svg>é</svg>');
  assert.match(decode(Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><svg>é</svg>', 'latin1')), /é/);
});

test('reports nested CSS rules as an unsupported feature, but not rules within an at-rule', () => {
  const named = (style: string) => browserFeatures(Buffer.from(`<svg><style>${style}</style></svg>`));
  assert.deepEqual(named('g { fill: red; rect { fill: green } }'), ['nested CSS rules']);
  assert.deepEqual(named('<![CDATA[ a { b: c } g { & rect { fill: green } } ]]>'), ['nested CSS rules']);
  assert.deepEqual(named('a { b: c } @keyframes x { from { fill: red } to { fill: green } } d { e: f }'), []);
});

test('finds links to other files in the elements, attributes and style sheets of a drawing', () => {
  for (const text of [
    '<use href="other.svg#a"/>',
    '<image xlink:href="http://x.invalid/a.png"/>',
    '<?xml-stylesheet href="a.css"?><svg/>',
    '<style>@import "a.css";</style>',
    '<style>@import url(a.css);</style>',
    `<rect fill="url('other.svg#a') green"/>`,
    '<rect style="filter: url(&quot;other.svg#a&quot;)"/>',
  ])
    assert.equal(namesOtherFiles(text), true, text);
  for (const text of [
    '<use href="#a"/><a href="http://x.invalid"/><rect fill="url(#a)"/><text>url(a.png)</text>',
    '<style>@namespace url(http://www.w3.org/2000/svg); a { cursor: url(a.cur), auto }</style>',
    '<!-- <use href="other.svg#a"/> --><rect style="fill: url( &quot;#a&quot; )"/><image href="data:image/png,"/>',
  ])
    assert.equal(namesOtherFiles(text), false, text);
});

test('rejects drawings with too many nested references', () => {
  const levels = (element: (n: number) => string, name = 'g') =>
    Array.from({ length: 9 }, (_, n) => `<${name} id="a${n + 1}">${element(n).repeat(10)}</${name}>`).join(
      '',
    );
  assert.equal(isTooComplex(`<svg><g id="a0"/>${levels((n) => `<use href="#a${n}"/>`)}</svg>`), true);
  assert.equal(isTooComplex(`<svg><g id="a0"/>${levels((n) => `<use x:href='#a${n}'/>`)}</svg>`), true);
  for (const [name, attribute] of [
    ['mask', 'mask'],
    ['pattern', 'fill'],
    ['clipPath', 'clip-path'],
  ])
    assert.equal(
      isTooComplex(
        `<svg><${name} id="a0"/>${levels((n) => `<rect ${attribute}="url(#a${n})"/>`, name)}</svg>`,
      ),
      true,
      name,
    );
  assert.equal(isTooComplex('<svg><g id="a"><use href="#a"/><use href="#a"/></g></svg>'), false);
  assert.equal(isTooComplex(`<svg><g id="a"/>${'<use href="#a"/>'.repeat(100_000)}</svg>`), false);
  assert.equal(isTooComplex(`<svg>${'<g id="a">'.repeat(50_000)}</svg>`), false);
});
