/** Tests that the archive runner makes paths safe, keeps links inside the tree, and writes nothing through a link. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { pythonEnv } from '../../../../test/support/python.ts';

const program = `
import json, sys
sys.dont_write_bytecode = True
from engines.tools.libarchive import rules
from engines.tools.libarchive.entry import Entry
members = json.load(sys.stdin)
entries = [Entry(path=path, kind=kind, mode=0o4755, target=target) for path, kind, target in members]
print(json.dumps([[entry.path, entry.kind, entry.target, entry.mode] for entry in rules.accepted(entries)]))
`;

type Member = [path: string, kind: 'file' | 'folder' | 'link', target?: string];

function accepted(members: readonly Member[]): [string, string, string, number][] {
  const input = JSON.stringify(members.map(([name, kind, target = '']) => [name, kind, target]));
  const output = execFileSync('/usr/bin/python3', ['-c', program], {
    input,
    encoding: 'utf8',
    env: pythonEnv,
  });
  return JSON.parse(output) as [string, string, string, number][];
}

const paths = (members: readonly Member[]) => accepted(members).map(([name]) => name);

test('makes absolute paths of archive entries relative, and drops paths outside the archive', () => {
  const names = ['/etc/passwd', 'C:\\Windows\\a', './b//c', '../d', 'e/../../f', '..\\g', '.', ''];
  assert.deepEqual(paths(names.map((name) => [name, 'file'])), ['etc/passwd', 'Windows/a', 'b/c']);
});

test('drops links that point outside the archive', () => {
  const inside: Member[] = [
    ['a/b/up', 'link', '../c'],
    ['a/b/top', 'link', '../../d'],
    ['here', 'link', 'a/b'],
  ];
  assert.deepEqual(paths(inside), ['a/b/up', 'a/b/top', 'here']);
  const outside: Member[] = [
    ['a/b/up', 'link', '../../../c'],
    ['root', 'link', '/etc/passwd'],
    ['drive', 'link', 'C:/Windows'],
    ['hidden', 'link', 'a/../../b'],
    ['back', 'link', '..\\b'],
  ];
  assert.deepEqual(paths(outside), []);
});

test('drops archive entries that use a link as a folder or replace a folder with a link', () => {
  const through: Member[] = [
    ['way', 'link', 'target'],
    ['way/file', 'file'],
    ['folder/file', 'file'],
    ['folder', 'link', 'elsewhere'],
  ];
  assert.deepEqual(paths(through), ['way', 'folder/file']);
});

test('drops the set-uid, set-gid and sticky bits of archive entries', () => {
  assert.equal(accepted([['run', 'file']])[0]?.[3], 0o755);
});

/** Returns the maximum output size of an archive with `packed` bytes, and whether it may contain `entries` entries. */
function bounds(packed: number, entries: number): [bytes: number, holds: boolean] {
  const counting = `
import json, sys
sys.dont_write_bytecode = True
from engines.tools.libarchive import rules
from engines.tools.libarchive.entry import Refused
meter = rules.Meter(${packed})
try:
    for _ in range(${entries}):
        meter.entry()
    print(json.dumps([meter.max_bytes, True]))
except Refused:
    print(json.dumps([meter.max_bytes, False]))
`;
  const output = execFileSync('/usr/bin/python3', ['-c', counting], { encoding: 'utf8', env: pythonEnv });
  return JSON.parse(output) as [number, boolean];
}

test('allows a small archive to expand by a larger factor than a large archive', () => {
  const [MB, GB] = [1 << 20, 2 ** 30];
  assert.deepEqual(bounds(1000, 50_000), [32 * MB, true]);
  assert.deepEqual(bounds(MB, 50_001), [200 * MB, false]);
  assert.deepEqual(bounds(100 * MB, 1), [GB, true]);
  assert.deepEqual(bounds(2 * GB, 1), [4 * GB, true]);
});
