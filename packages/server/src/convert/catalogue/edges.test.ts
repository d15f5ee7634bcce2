import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '@protean/engines';
import { format } from '@protean/formats';
import { edgesOf } from './edges.ts';

const isAnimated = (ext: string) => format(ext).holds.includes('animation');

test('no engine drops the frames of an animation if another engine keeps them for the same formats', () => {
  const edges = edgesOf(engines).filter(({ from, to }) => isAnimated(from) && isAnimated(to));
  const losing = edges.filter(({ loses }) => loses.includes('animation'));
  const kept = new Set(edges.filter((edge) => !losing.includes(edge)).map(({ from, to }) => `${from}>${to}`));
  assert.ok(kept.has('gif>avif'));
  const needless = losing.filter(({ from, to }) => kept.has(`${from}>${to}`));
  assert.deepEqual(
    needless.map(({ engine, from, to }) => `${engine}: ${from}>${to}`),
    [],
  );
});

test('every conversion from wpd, wps, pages and key declares that headings are lost', () => {
  for (const ext of ['wpd', 'wps', 'pages', 'key']) {
    assert.ok(format(ext).holds.includes('structure'), ext);
    const silent = edgesOf(engines).filter(({ from, loses }) => from === ext && !loses.includes('structure'));
    assert.deepEqual(
      silent.map(({ to }) => to),
      [],
      ext,
    );
  }
});
