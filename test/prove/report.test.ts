/** Tests the report that `script/prove --report` writes. */
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

test('the report has a row for each tested route and counts the routes that passed', () => {
  const report = writeReport(
    [proof(['a', 'b'], 1.2), proof(['a', 'b', 'c'], 3), proof(['b', 'c'], 2, 'no | text')],
    edition,
  );
  assert.deepEqual(
    report.split('\n').filter((row) => /^\| [a-z] /.test(row)),
    [
      '| a | b | tool → b |  | 1 |  |',
      '| a | c | tool → b, tool → c |  | 3 |  |',
      '| b | c | tool → c |  | 2 | no \\| text |',
    ],
  );
  assert.match(report, /3 formats; 2 of 3 routes proven, 1 of them chains/);
});
