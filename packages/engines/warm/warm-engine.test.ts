/**
 * Tests that the warm engine in Python runs two piped commands at the same time: a runner, and a program that reads the
 * output of the runner.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../test/support/python.ts';

const program = `
import json, os, sys, tempfile
from engines.shared.runner import warm_engine
runner, second = json.load(sys.stdin)
with tempfile.TemporaryDirectory() as folder:
    file, written = os.path.join(folder, 'runner.py'), os.path.join(folder, 'written')
    with open(file, 'w') as source: source.write(runner)
    begun = os.path.join(folder, 'begun')
    os.mkfifo(begun)
    script = {'bounds': ['/usr/bin/env'], 'env': {'WRITTEN': written, 'BEGUN': begun}, 'cpu': 60}
    status = warm_engine.run_piped(script, ['/usr/bin/python3', file, 'word', warm_engine.PIPE, '/bin/sh', '-c', second])
    with open(written) as file: print(json.dumps([status, file.read()]))
`;

/**
 * Pipes the output of a runner into a shell program. Returns the exit status, and the content of the file to which the
 * shell program can write.
 */
const piped = (runner: string, second: string) =>
  JSON.parse(python(program, JSON.stringify([runner, second]))) as [number, string];

test('starts the reader of a pipe before the runner writes to the pipe', () => {
  const waits =
    'import os, signal, sys; signal.alarm(10); open(os.environ["BEGUN"]).read(); print(sys.argv[1])';
  assert.deepEqual(piped(waits, 'echo > "$BEGUN"; cat > "$WRITTEN"'), [0, 'word\n']);
});

test('returns a failure status if the runner or the program that reads the output fails', () => {
  const keep = 'cat > "$WRITTEN"';
  assert.deepEqual(piped('import sys; sys.exit("no text")', keep), [1, '']);
  assert.deepEqual(piped('print("word")', `${keep}; exit 3`), [3, 'word\n']);
  // The output of the runner exceeds the capacity of a pipe, and the program does not read it.
  const [status] = piped('print("word" * 1_000_000)', ': > "$WRITTEN"; exit 4');
  assert.equal(status, 4);
});
