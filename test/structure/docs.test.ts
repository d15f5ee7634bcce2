/**
 * Tests that the project's Markdown documents claim no more formats and routes than exist, mention only existing
 * headers, have valid links, and explain every warning.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Catalogue } from '../../packages/server/src/convert/catalogue/catalogue.ts';
import { engines } from '@protean/engines';
import { formats } from '@protean/formats';
import { warnings } from '../../packages/engines/contract/warnings.ts';
import { filesBelow, root } from './files.ts';

const documents = [...readdirSync(root), ...filesBelow('docs').map((name) => path.join('docs', name))]
  .filter((name) => name.endsWith('.md'))
  .map((name) => path.join(root, name));

const textOf = (file: string) => readFileSync(file, 'utf8');

test('the README does not overstate the number of formats and routes', () => {
  const readme = textOf(path.join(root, 'README.md'));
  const [, claimedFormats = '', claimedRoutes = ''] =
    /(\d+) formats in \d+ categories, and ([\d,]+) routes/.exec(readme) ?? [];
  const routes = new Catalogue(formats, engines).declared.all();
  const used = new Set(routes.flatMap(({ source, target }) => [source, target]));
  assert.ok(used.size >= Number(claimedFormats), `${used.size} formats`);
  assert.ok(routes.length >= Number(claimedRoutes.replaceAll(',', '')), `${routes.length} routes`);
});

test('the docs mention only HTTP headers that the server or its tests use', () => {
  const sources = ['packages/server/src', 'test/e2e', 'test/results', 'test/support'].flatMap((dir) =>
    filesBelow(dir)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => textOf(path.join(root, dir, file)).toLowerCase()),
  );
  const used = new Set(sources.flatMap((text) => text.match(/\b(?:x|sec)-[a-z-]+[a-z]/g) ?? []));
  const unknown = documents.flatMap((file) =>
    [
      ...textOf(file)
        .replaceAll(/^.*_\(planned\)_$/gm, '')
        .matchAll(/`((?:X|Sec)-[A-Za-z-]*[a-z])(?![\w-])/g),
    ]
      .map(([, name = '']) => name)
      .filter((name) => !used.has(name.toLowerCase()))
      .map((name) => `${path.relative(root, file)}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

test('the docs link only to existing files and headings', () => {
  const broken = documents.flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, target = '', anchor]) => {
        const linked = target === '' ? file : path.join(path.dirname(file), target);
        if (!existsSync(linked)) return true;
        if (anchor === undefined) return false;
        const headings = [...textOf(linked).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
          anchorOf(heading),
        );
        return !headings.includes(anchor);
      })
      .map(([link]) => `${path.relative(root, file)}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('docs/api/results.md mentions the code of every warning', () => {
  const results = textOf(path.join(root, 'docs/api/results.md'));
  const missing = Object.keys(warnings).filter((code) => !results.includes(`\`${code}\``));
  assert.deepEqual(missing, []);
});
