/**
 * Tests that the time limits of a step grow with the size of its file, and that the processor time limit is below the
 * wall time limit.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { cpuSeconds, defaultLimits, prlimitFlags } from './limits.ts';
import { singleThreadedProgram, timeBudgetOf, type Step } from './engine.ts';
import { engines } from '../index.ts';

test('increases the time limits of a conversion step with the file size', () => {
  const timeBudget = { ms: 20_000, perMegabyte: 5_000 };
  const file = { from: 'md', bytes: 4e6 };
  assert.deepEqual(timeBudgetOf({ timeBudget }, file), { wallMs: 40_000 });
  assert.deepEqual(timeBudgetOf({ timeBudget, singleThreaded: true }, file), {
    wallMs: 40_000,
    cpuMs: 32_000,
  });
});

test("an engine's time budget for one format replaces the engine's general time budget", () => {
  const engine = {
    timeBudget: { ms: 1000, perMegabyte: 1000 },
    timeBudgetByFormat: { rst: { ms: 2000, perMegabyte: 0 } },
  };
  assert.deepEqual(timeBudgetOf(engine, { from: 'rst', bytes: 1e6 }), { wallMs: 2000 });
  assert.deepEqual(timeBudgetOf(engine, { from: 'md', bytes: 1e6 }), { wallMs: 2000 });
});

/**
 * Processor time in seconds of the slowest process, measured with ordinary documents such as a thesis of 300 pages, a
 * bibliography, a table and an email message. A time budget allows at least 6 times the measured processor time.
 * Therefore, even a machine with half the speed needs only a third of the budget.
 */
const measured: readonly (readonly [engine: string, from: string, megabytes: number, seconds: number])[] = [
  ['pandoc', 'md', 1.2, 7.9],
  ['pandoc', 'rst', 1.21, 10.4],
  ['pandoc', 'tex', 1.22, 4.7],
  ['pandoc', 'html', 1.23, 4.5],
  ['pandoc', 'docx', 0.31, 6.4],
  ['pandoc', 'bib', 3.6, 14.6],
  ['asciidoctor', 'adoc', 1.22, 5.6],
  ['calibre', 'html', 0.77, 14.3],
  ['calibre', 'html', 1.23, 17.3],
  ['weasyprint', 'html', 0.41, 10.3],
  ['typst', 'typ', 0.42, 3.1],
  ['data', 'json', 27.2, 7.4],
  ['data', 'csv', 54.5, 15.3],
  ['mail', 'eml', 19.9, 0.9],
];

test('processor time limits are at least 6 times the time measured for ordinary documents', () => {
  for (const [id, from, megabytes, seconds] of measured) {
    const engine = engines.find((one) => one.id === id) ?? assert.fail(id);
    const { cpuMs = Infinity } = timeBudgetOf(engine, { from, bytes: megabytes * 1e6 });
    assert.ok(cpuMs / 1000 >= 6 * seconds, `${id} ${from}: ${cpuMs / 1000} s`);
  }
});

test('the processor time limit of a single-threaded engine is lower than its wall time limit', () => {
  for (const engine of engines.filter(({ singleThreaded }) => singleThreaded)) {
    for (const bytes of [0, 1e6, 100e6]) {
      const { wallMs, cpuMs = Infinity } = timeBudgetOf(engine, { from: 'md', bytes });
      assert.ok(cpuMs < wallMs - 5_000, engine.id);
    }
  }
});

test('sends SIGXCPU at the processor time limit, and SIGKILL 2 seconds later', () => {
  const limits = { ...defaultLimits, cpuMs: 12_345 };
  assert.equal(cpuSeconds(limits), 13);
  assert.ok(prlimitFlags(limits).includes('--cpu=13:15'));
  assert.equal(cpuSeconds(defaultLimits), 240);
});

test('ends a single-threaded program by SIGXCPU after 60% of the time limit of its step', () => {
  const step = { timeLimit: { ms: 1000, longestMs: 60_000 } } as Step;
  const [program = '', ...args] = singleThreadedProgram(step, ['/bin/sh', '-c', 'while :; do :; done']);
  assert.equal(args.at(3), '1');
  assert.equal(spawnSync(program, args, { timeout: 30_000 }).signal, 'SIGXCPU');
});
