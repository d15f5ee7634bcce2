/** Tests that the filters for pandoc take time linear in the length of a paragraph. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

/** Prints pandoc's CPU time so far. Unlike the elapsed time, the CPU time does not depend on other programs. */
const clock = `io.stderr:write(os.clock(), '\\n') return {}`;

/** Returns the CPU time in seconds that the filters take for a paragraph of `lines` lines. */
function secondsFor(lines: number, target: string, names: string): number {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'protean-paragraph-'));
  const clockFile = path.join(folder.path, 'clock.lua');
  writeFileSync(clockFile, clock);
  const filters = path.join(import.meta.dirname, 'filters/filters.lua');
  const input = Array.from({ length: lines }, (_, n) => `This is line ${n} of one paragraph.\n`).join('');
  const through = [clockFile, filters, clockFile].map((file) => `--lua-filter=${file}`);
  const { stderr, status } = spawnSync(
    'pandoc',
    [
      ...['+RTS', '-A16m', '-RTS', '-f', 'commonmark', '-t', target, '-o', '-'],
      ...[...through, '-M', `filters=${names}`],
    ],
    { input, encoding: 'utf8', stdio: ['pipe', 'ignore', 'pipe'] },
  );
  assert.equal(status, 0, stderr);
  const [before = 0, after = 0] = stderr.trim().split('\n').map(Number);
  return after - before;
}

for (const [target, names] of [
  ['html', 'numbers,admonitions,nested_tables,filter'],
  ['epub', 'numbers,admonitions,nested_tables,filter'],
  ['pptx', 'filter,slides'],
] as const)
  test(`the running time of Pandoc filters for ${target} is about proportional to the length of a paragraph`, () => {
    // Takes the shortest of three runs, because a garbage collection can double a time of 20 ms.
    const [short = 0, long = 0] = [500, 2_000].map((lines) =>
      Math.min(...Array.from({ length: 3 }, () => secondsFor(lines, target, names))),
    );
    assert.ok(long > 0 && long <= 6 * short, `${short} s, then ${long} s`);
  });
