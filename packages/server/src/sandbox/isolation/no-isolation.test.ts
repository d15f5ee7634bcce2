/** Tests that only paths of the sandbox are translated to paths of the host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostPaths } from './no-isolation.ts';

const plan = {
  folders: { input: '/d/in', output: '/d/out', work: '/d/work' },
  task: '/d/task',
  sources: {
    imports: [],
    root: '/r',
    node: '/n',
    filter: Buffer.alloc(0),
    machine: 'x64' as const,
    level: 'none' as const,
  },
};

const rows: readonly [string, string][] = [
  ['/job/in/in.svg', '/d/in/in.svg'],
  ['png:/job/out/out.png', 'png:/d/out/out.png'],
  ['{"output":"/job/out/out.png","work":"/job/work"}', '{"output":"/d/out/out.png","work":"/d/work"}'],
  ['/app/node', '/n'],
  ['/app/packages/engines/a/runner.ts', '/r/packages/engines/a/runner.ts'],
  ['HOME=/tmp', 'HOME=/d/work/tmp'],
  [
    '--text=/application/nodes /tmpl /job/inside a/job/in',
    '--text=/application/nodes /tmpl /job/inside a/job/in',
  ],
  ['/srv/tmp/app', '/srv/tmp/app'],
];

for (const [given, wanted] of rows) {
  test(`without isolation, changes the sandbox paths in ${given} to host paths: ${wanted}`, () =>
    assert.equal(hostPaths(given, plan), wanted));
}
