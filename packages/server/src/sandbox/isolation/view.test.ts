/** Tests that sandboxes show only a small base of system files and the requested paths. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import type { SandboxSources } from './layout.ts';
import { includes, viewOf } from '@protean/engines/contract/view.ts';
import { mountsFor } from './view.ts';

const root = mkdtempSync(path.join(tmpdir(), 'protean-view-'));
after(() => rmSync(root, { recursive: true }));
for (const name of ['libone.so.1', 'libone.so.2', 'libtwo.so.1']) writeFileSync(path.join(root, name), '');
mkdirSync(path.join(root, 'libone.so.3'));

const sources: SandboxSources = {
  ...{ root, node: '/opt/node', imports: ['node_modules/a', 'packages/formats'] },
  ...{ filter: Buffer.alloc(0), machine: 'x64', level: 'full' },
};

const namesOf = (...view: string[]) => mountsFor(viewOf(view), sources).map(({ at }) => at);

test('a sandbox never mounts a path twice or below another mounted path', () => {
  assert.deepEqual(viewOf(['/usr/b', '/usr/a/c', '/usr/a', '/usr/b', '/usr/ab']), [
    '/usr/a',
    '/usr/ab',
    '/usr/b',
  ]);
});

test('a sandbox view that covers all paths of another view includes the other view', () => {
  const wide = viewOf(['/usr/a', '/usr/b']);
  assert.ok(includes(wide, viewOf(['/usr/a/c', '/usr/b'])));
  assert.ok(!includes(wide, viewOf(['/usr/ab'])));
  assert.ok(!includes(viewOf(['/usr/a/c']), viewOf(['/usr/a'])));
});

test('a sandbox does not contain /proc, a whole system folder or the whole project folder', () => {
  const closed = [
    '/usr',
    '/usr/share',
    '/usr/bin',
    '/usr/lib',
    '/usr/local',
    '/etc',
    '/proc',
    '/sys',
    '/app',
  ];
  assert.deepEqual(
    namesOf('/usr/bin/env').filter((at) => closed.includes(at)),
    [],
  );
});

test('a sandbox contains engines and imported packages only on request', () => {
  const own = (...view: string[]) => namesOf(...view).filter((at) => at.startsWith(sandboxPaths.app));
  assert.deepEqual(own(), []);
  assert.deepEqual(own(sandboxPaths.engines), [sandboxPaths.engines]);
  assert.deepEqual(own(sandboxPaths.packages), [
    `${sandboxPaths.app}/node_modules/a`,
    `${sandboxPaths.app}/packages/formats`,
  ]);
});

test('expands a star in the last segment of a mounted path, and skips missing files', () => {
  const own = (...view: string[]) => namesOf(...view).filter((at) => at.startsWith(root));
  assert.deepEqual(
    own(`${root}/libone.so*`).sort(),
    [1, 2, 3].map((n) => `${root}/libone.so.${n}`),
  );
  assert.deepEqual(own(`${root}/lib*.1`).sort(), [`${root}/libone.so.1`, `${root}/libtwo.so.1`]);
  assert.deepEqual(own(`${root}/none`, `${root}/none/*`), []);
});
