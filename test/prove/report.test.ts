/** A report of a few proofs changes their rows of an earlier one, and no other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeReport, type Proof } from './report.ts';

const step = (from: string, to: string) => ({
  engine: 'tool',
  from,
  to,
  cost: 1,
  loses: [],
  many: false,
  options: [],
});

function proof(ways: readonly string[], ms: number, error?: string): Proof {
  const [source = '', ...others] = ways;
  const steps = others.map((to, n) => step(ways[n] ?? '', to));
  const route = { source, target: others.at(-1) ?? '', steps, loses: [], options: [] };
  return { route, ms, ...(error === undefined ? {} : { error }) };
}

const edition = { date: '2026-01-01', versions: ['Node 24'] };
const rowsOf = (report: string) => report.split('\n').filter((row) => /\d \|$/.test(row));

const earlier = writeReport([proof(['a', 'b'], 1), proof(['b', 'c'], 2), proof(['a', 'b', 'c'], 3)], edition);

test('what was proven again, or for the first time, has its row', () => {
  const report = writeReport([proof(['b', 'c'], 20), proof(['d', 'a'], 4)], edition, earlier);
  assert.deepEqual(rowsOf(report), [
    '| a | b | tool → b |  | 1 |',
    '| b | c | tool → c |  | 20 |',
    '| a | c | tool → b, tool → c |  | 3 |',
    '| d | a | tool → a |  | 4 |',
  ]);
  assert.match(report, /4 formats; 4 routes proven, 1 of them chains/);
});

test('what failed has none any more', () => {
  const report = writeReport([proof(['a', 'b'], 1, 'nix')], edition, earlier);
  assert.equal(rowsOf(report).length, 2);
});

test('without an earlier one there is only what was proven', () => {
  assert.equal(rowsOf(writeReport([proof(['a', 'b'], 1)], edition)).length, 1);
});
