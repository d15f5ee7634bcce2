/** Tests that drawings and their features are found in text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawingFeatures } from './embedded-drawings.ts';

const featuresOf = (text: string) => drawingFeatures(Buffer.from(text));
const svg = '<svg><foreignObject/></svg>';

for (const text of [
  svg,
  '<svg><svg></svg><foreignObject/></svg>',
  '<svg>\n<foreignObject/>',
  `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`,
  `<img src='data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}'>`,
  `![a](data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')})`,
])
  test(`finds the feature foreignObject in ${JSON.stringify(text)}`, () =>
    assert.deepEqual(featuresOf(text), ['foreignObject']));

for (const text of [
  '<p style="color: var(--x)">svg</p>',
  '<svg></svg><foreignObject>',
  '<img src="data:image/svg+xml,%">',
])
  test(`finds no SVG features that need a browser in ${JSON.stringify(text)}`, () =>
    assert.deepEqual(featuresOf(text), []));

for (const part of ['<svg ', '</svg>', 'data:image/svg+xml', 'data:image/svg+xml,'])
  test(`searches 100,000 repetitions of ${JSON.stringify(part)} for drawings in less than 5 s`, () => {
    const start = performance.now();
    featuresOf(part.repeat(100_000));
    assert.ok(performance.now() - start < 5_000);
  });
