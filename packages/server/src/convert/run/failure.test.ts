import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '@protean/engines';
import type { RunOutcome } from '../../sandbox/sandbox-process.ts';
import { edgesOf } from '../catalogue/edges.ts';
import { diedOfFile, failureOf } from './failure.ts';

const pandoc = engines.find(({ id }) => id === 'pandoc') ?? assert.fail();
const edge = edgesOf([pandoc]).find(({ from, to }) => from === 'md' && to === 'html') ?? assert.fail();
const ends = { source: 'md', target: 'html' };
/** A file that does not look encrypted. */
const file = import.meta.filename;

const rows: [what: string, outcome: Partial<RunOutcome>, status: number, reason: string][] = [
  ['reaches its deadline', { ending: 'timeout', status: null, signal: 'SIGKILL' }, 502, 'timeout'],
  ['exceeds its memory limit', { ending: 'memory_limit', status: 137 }, 400, 'too_complex'],
  ['exceeds its output limit', { ending: 'output_limit', status: null }, 400, 'result_too_large'],
  ['is aborted by its caller', { ending: 'aborted', status: null }, 502, 'aborted'],
  ['is killed by a signal', { status: null, signal: 'SIGSEGV' }, 502, 'engine_crashed'],
  ['is killed by a signal according to the exit status of a shell', { status: 139 }, 502, 'engine_crashed'],
  ['cannot be run', { status: 127 }, 502, 'engine_crashed'],
  ['fills its temporary folder', { status: 1, stderr: 'write: No space left on device' }, 400, 'too_complex'],
  ['exceeds its processor time according to the exit status of a shell', { status: 152 }, 400, 'too_complex'],
  ['exceeds the processor time of an interval timer', { status: 155 }, 400, 'too_complex'],
  ['exceeds its processor time', { status: null, signal: 'SIGXCPU' }, 400, 'too_complex'],
  ['exhausts its heap', { status: 251, stderr: 'pandoc: Heap exhausted;' }, 400, 'too_complex'],
  [
    'fails to allocate memory',
    { status: 134, stderr: 'memory allocation of 8589934592 bytes failed' },
    400,
    'too_complex',
  ],
  [
    'fails to commit memory',
    { status: 134, stderr: 'Unable to commit 1048576 bytes of memory' },
    400,
    'too_complex',
  ],
  [
    'overflows its stack',
    { status: 134, stderr: "thread 'main' has overflowed its stack" },
    400,
    'too_complex',
  ],
  [
    'cannot fork according to an error message of Python',
    { status: 1, stderr: 'BlockingIOError: [Errno 11] Resource temporarily unavailable' },
    ...([503, 'busy'] as const),
  ],
  [
    'has no memory for a fork',
    { status: 1, stderr: 'child = os.fork()\nOSError: [Errno 12] Cannot allocate memory' },
    ...([503, 'busy'] as const),
  ],
  [
    'uses an undefined variable',
    {
      status: 1,
      stderr: "Traceback (most recent call last):\nUnboundLocalError: cannot access local variable 'tax'",
    },
    502,
    'engine_crashed',
  ],
  [
    'lacks a module',
    { status: 1, stderr: "ModuleNotFoundError: No module named 'lxml'" },
    502,
    'engine_crashed',
  ],
  [
    'cannot fork according to an error message of a shell',
    { status: 2, stderr: 'sh: 1: Cannot fork' },
    503,
    'busy',
  ],
  [
    'cannot start a process according to an error message of Node',
    { status: 1, stderr: 'Error: spawn 7zz EAGAIN' },
    503,
    'busy',
  ],
  ['cannot start a thread', { status: 1, stderr: "RuntimeError: can't start new thread" }, 503, 'busy'],
  [
    'fails because too many files are open in the system',
    { status: 1, stderr: 'open: Too many open files in system' },
    503,
    'busy',
  ],
  [
    'runs a program that is killed with SIGKILL',
    { status: 1, stderr: "Command '['7zz']' died with <Signals.SIGKILL: 9>." },
    ...([502, 'engine_crashed'] as const),
  ],
  ['fails with any other message', { status: 1, stderr: 'what is this' }, 400, 'unreadable_file'],
];

for (const [what, outcome, status, reason] of rows) {
  test(`returns ${status} ${reason} for an engine that ${what}`, async () => {
    const ended: RunOutcome = {
      ending: 'exit',
      status: 0,
      signal: null,
      waitedMs: 0,
      stderr: '',
      ...outcome,
    };
    const failure = await failureOf(ended, pandoc, { edge, ends, file, options: {} });
    assert.deepEqual([failure?.status, failure?.details?.['reason']], [status, reason]);
  });
}

const named: readonly [stderr: string, feature: string][] = [
  ['protean-reason: unsupported_feature parquet codec LZ4_RAW', 'parquet codec LZ4_RAW'],
  ['protean-reason: unsupported_feature <b>"x"</b>\u001b[31m é', 'b x /b 31m'],
  [`protean-reason: unsupported_feature ${'x'.repeat(150)}`, 'x'.repeat(80)],
  ['protean-reason: unsupported_feature', 'unknown'],
  ['codec "q<1" is not known', 'q 1'],
];

for (const [stderr, feature] of named) {
  test(`extracts the unsupported feature from the engine's message ${JSON.stringify(stderr.slice(0, 70))}`, async () => {
    const ended: RunOutcome = {
      ending: 'exit',
      status: 1,
      signal: null,
      waitedMs: 0,
      stderr: `log\n${stderr}\n`,
    };
    const engine = { ...pandoc, reasons: [[/codec "([^"]+)" is not known/, 'unsupported_feature']] } as const;
    const failure = await failureOf(ended, engine, { edge, ends, file, options: {} });
    assert.deepEqual(
      [failure?.status, failure?.details],
      [400, { reason: 'unsupported_feature', feature, source: 'md' }],
    );
    assert.ok(failure?.message.endsWith(`uses an unsupported feature: ${feature}.`), failure?.message);
  });
}

test('does not report a failure of an engine that exits with 0, whatever stderr contains', async () => {
  const ended: RunOutcome = {
    ending: 'exit',
    status: 0,
    signal: null,
    waitedMs: 0,
    stderr: 'No space left on device',
  };
  assert.equal(await failureOf(ended, pandoc, { edge, ends, file, options: {} }), undefined);
});

test('the error names the formats of the request, not the formats of the failed conversion step', async () => {
  const between = { source: 'rtf', target: 'epub' };
  const ended: RunOutcome = { ending: 'exit', status: 1, signal: null, waitedMs: 0, stderr: 'what is this' };
  const failure = await failureOf(ended, pandoc, { edge, ends: between, file, options: {} });
  assert.match(failure?.message ?? '', /^The rtf file could not be converted to epub\. /);
  assert.equal(failure?.details?.['source'], 'rtf');
});

test('blames the file for a crash only if a fault or abort signal killed the engine', () => {
  const died = (outcome: Partial<RunOutcome>) =>
    diedOfFile({ ending: 'exit', status: null, signal: null, waitedMs: 0, stderr: '', ...outcome });
  assert.deepEqual([{ status: 139 }, { status: 134 }, { signal: 'SIGFPE' as const }].map(died), [
    true,
    true,
    true,
  ]);
  assert.deepEqual(
    [{ status: 0 }, { status: 1 }, { status: 127 }, { status: 137 }, { status: 159 }].map(died),
    [false, false, false, false, false],
  );
  assert.equal(died({ ending: 'timeout', status: 139 }), false);
});
