/** The warm engine in Python runs a program behind a pipe while its runner prints what that reads. */
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
    status = warm_engine.run_piped(script, ['/usr/bin/python3', file, 'word', '|', '/bin/sh', '-c', second])
    with open(written) as file: print(json.dumps([status, file.read()]))
`;

/** The status of a runner and a program in the shell behind it, and what that has written. */
const piped = (runner: string, second: string) =>
  JSON.parse(python(program, JSON.stringify([runner, second]))) as [number, string];

test('the program has started when the runner has not printed yet', () => {
  const waits =
    'import os, signal, sys; signal.alarm(10); open(os.environ["BEGUN"]).read(); print(sys.argv[1])';
  assert.deepEqual(piped(waits, 'echo > "$BEGUN"; cat > "$WRITTEN"'), [0, 'word\n']);
});

test('either of them has failed where one has', () => {
  const keep = 'cat > "$WRITTEN"';
  assert.deepEqual(piped('import sys; sys.exit("no text")', keep), [1, '']);
  assert.deepEqual(piped('print("word")', `${keep}; exit 3`), [3, 'word\n']);
  // More than a pipe holds.
  const [status] = piped('print("word" * 1_000_000)', ': > "$WRITTEN"; exit 4');
  assert.equal(status, 4);
});
